export { default as Board } from "./Board.svelte";
export { default as Finale } from "./Finale.svelte";
export { moments } from "./moments";
export { words } from "./words";
