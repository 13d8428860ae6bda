export { default as Board } from "./Board.svelte";
export { lessons } from "./lessons";
export { moments } from "./moments";
export { default as Open } from "./Open.svelte";
export { default as Souvenir } from "./Souvenir.svelte";
export { words } from "./words";
