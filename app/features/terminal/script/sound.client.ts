export type SoundTone = "good" | "warn" | "bad";

/** Hertz and milliseconds, one after the other. */
const SOUNDS: Record<SoundTone, [number, number][]> = {
  good: [[1320, 90]],
  warn: [
    [880, 120],
    [660, 160],
  ],
  bad: [
    [220, 300],
    [165, 400],
  ],
};

let context: AudioContext | undefined;

/** Says the result to ear and hand: nobody looks at the screen after each piece. */
export function sound(tone: SoundTone): void {
  navigator.vibrate?.(tone === "good" ? 40 : [250, 80, 250]);
  try {
    context ??= new AudioContext();
    let at = context.currentTime;
    for (const [frequency, ms] of SOUNDS[tone]) {
      const note = context.createOscillator();
      note.type = tone === "bad" ? "square" : "sine";
      note.frequency.value = frequency;
      note.connect(context.destination);
      note.start(at);
      at += ms / 1000;
      note.stop(at);
    }
  } catch {
    // No sound device: the band says it.
  }
}
