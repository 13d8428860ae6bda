/** What the page draws as a picture file, and ways to hand files out. */

import { flushSync, mount, unmount, type Component } from "svelte";

const SVG = "http://www.w3.org/2000/svg";

async function sheet(source: HTMLLinkElement | HTMLStyleElement): Promise<string> {
  if (source instanceof HTMLStyleElement) return source.textContent;
  const response = await fetch(source.href);
  if (!response.ok) throw new Error(`${source.href}: ${response.status}`);
  return response.text();
}

/** A picture has no styles but those it brings, and shows how animations begin. */
async function styles(): Promise<string> {
  const sources = [...document.querySelectorAll<HTMLLinkElement | HTMLStyleElement>("link[rel=stylesheet], style")];
  return [...(await Promise.all(sources.map(sheet))), "* { animation: none !important; }"].join("\n");
}

/** The styles ask for the language and the theme of the page. */
function settle(root: HTMLElement | SVGElement, css: string): void {
  const style = document.createElementNS(root.namespaceURI, "style");
  style.textContent = css;
  root.prepend(style);
  root.setAttribute("lang", document.documentElement.lang);
  root.dataset.theme = document.documentElement.dataset.theme;
}

/** A component alone on a screen of this width. A frame has its own, which the styles ask for, whatever the device's is. */
export async function drawingOf<P extends Record<string, any>>(part: Component<P>, props: P, style: string, width: number): Promise<SVGSVGElement> {
  const css = await styles();
  const frame = Object.assign(document.createElement("iframe"), { srcdoc: "<!doctype html>", inert: true, width, height: 0 });
  frame.style.cssText = "position: fixed; top: 0; left: 0; border: 0; visibility: hidden";
  await new Promise((loaded) => {
    frame.onload = loaded;
    document.body.append(frame);
  });
  try {
    const { documentElement: root, body } = frame.contentDocument!;
    settle(root, css);
    body.style.cssText = style;
    const mounted = mount(part, { target: body, props });
    flushSync();
    const drawing = document.createElementNS(SVG, "svg");
    const page = document.createElementNS(SVG, "foreignObject");
    for (const box of [drawing, page]) {
      box.setAttribute("width", String(width));
      box.setAttribute("height", String(body.scrollHeight));
    }
    page.append(body.cloneNode(true));
    drawing.append(page);
    void unmount(mounted);
    return drawing;
  } finally {
    frame.remove();
  }
}

async function imageOf(drawing: SVGSVGElement, css: string): Promise<HTMLImageElement> {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  settle(copy, css);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

/** One below the other, each as wide as the picture. */
export async function pngOf(drawings: readonly SVGSVGElement[], width: number): Promise<Blob> {
  const css = await styles();
  const images = await Promise.all(drawings.map((drawing) => imageOf(drawing, css)));
  const heights = images.map((image) => Math.round((image.naturalHeight * width) / image.naturalWidth));
  const height = heights.reduce((sum, each) => sum + each);
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const paper = canvas.getContext("2d")!;
  let top = 0;
  images.forEach((image, index) => {
    paper.drawImage(image, 0, top, width, heights[index]!);
    top += heights[index]!;
  });
  return new Promise((resolve, reject) => canvas.toBlob((png) => (png ? resolve(png) : reject(new Error("no picture"))), "image/png"));
}

export function download(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** To friends, where the system can do that; else into the downloads. */
export async function share(file: File, title: string): Promise<void> {
  if (!navigator.canShare?.({ files: [file] })) return download(file);
  await navigator.share({ files: [file], title }).catch((error: unknown) => {
    if ((error as DOMException).name !== "AbortError") download(file); // whoever closes the sheet wants none
  });
}
