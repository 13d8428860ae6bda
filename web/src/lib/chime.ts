/** Two soft notes: it is your turn. */
export function chime(): void {
  const context = new AudioContext();
  for (const [at, pitch] of [[0, 660], [0.16, 880]] as const) {
    const tone = new OscillatorNode(context, { type: "sine", frequency: pitch });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setTargetAtTime(0.12, context.currentTime + at, 0.01);
    volume.gain.setTargetAtTime(0, context.currentTime + at + 0.09, 0.08);
    tone.connect(volume).connect(context.destination);
    tone.start(context.currentTime + at);
    tone.stop(context.currentTime + at + 0.6);
  }
  setTimeout(() => void context.close(), 1200);
}
