export { default as Board } from "./Board.svelte";
export { lessons } from "./lessons";
export { moments } from "./moments";
export { words } from "./words";
