export { default as Board } from "./Board.svelte";
export { moments } from "./moments";
export { words } from "./words";
