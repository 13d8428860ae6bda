/** A drawing of the page as a picture file, and ways to hand files out. */

/** What the page's styles say of a drawing: in a picture of its own there are none. */
const PAINT = [
  "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin", "stroke-dasharray",
  "opacity", "clip-path", "paint-order", "font-family", "font-size", "font-weight", "font-style", "text-anchor", "font-variant-numeric",
] as const;

export async function pngOf(drawing: SVGSVGElement, width: number, height: number): Promise<Blob> {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const copies = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  [drawing, ...drawing.querySelectorAll("*")].forEach((element, index) => {
    const looks = getComputedStyle(element);
    for (const name of PAINT) copies[index]!.style.setProperty(name, looks.getPropertyValue(name));
  });
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d")!.drawImage(image, 0, 0, width, height);
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
