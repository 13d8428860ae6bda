import { mount } from "svelte";
import App from "./App.svelte";
import { memory } from "./lib/mine.svelte";
import "./theme.css";

memory.showTheme();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => memory.showTheme());
mount(App, { target: document.getElementById("app")! });
