import { mount } from "svelte";
import App from "./App.svelte";
import { memory } from "./lib/mine.svelte";
import { speech } from "./lib/say.svelte";
import "./theme.css";

memory.showTheme();
speech.show();
// Nothing is lifted under a finger: it would stay so after the touch.
document.documentElement.classList.toggle("hovers", matchMedia("(hover: hover)").matches);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => memory.showTheme());
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js").catch(() => undefined); // it only says that one is offline, or that it is one's turn
}
const target = document.getElementById("app")!;
target.replaceChildren(); // what was there for a page that never comes
mount(App, { target });
