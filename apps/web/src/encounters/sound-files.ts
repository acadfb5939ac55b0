/** The rate at which the sounds of a session are decoded, Hz: twelve minutes in mono take 69 MB. */
const sessionRate = 24_000;
/** The pause before a file that could not be loaded is tried again, ms: it doubles up to the second. */
const firstPause = 500;
const longestPause = 15_000;

/** Decodes a file whole, in mono. Rejects what the browser cannot decode. */
export async function decodedSound(file: ArrayBuffer, sampleRate: number): Promise<AudioBuffer> {
  const decoder = new OfflineAudioContext(1, 1, sampleRate);
  const buffer = await decoder.decodeAudioData(file);
  if (buffer.numberOfChannels === 1) return buffer;
  const mono = decoder.createBuffer(1, buffer.length, sampleRate);
  const sum = mono.getChannelData(0);
  for (let channel = 0; channel < buffer.numberOfChannels; channel++) {
    const samples = buffer.getChannelData(channel);
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (samples[i] ?? 0) / buffer.numberOfChannels;
  }
  return mono;
}

/** Loads and decodes a file, again and again until it succeeds or is no longer wanted. */
export async function loadSound(address: string, isWanted: () => boolean): Promise<AudioBuffer | undefined> {
  for (let pause = firstPause; isWanted(); pause = Math.min(2 * pause, longestPause)) {
    try {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`${answer.status}`);
      return await decodedSound(await answer.arrayBuffer(), sessionRate);
    } catch (error) {
      console.warn(`the sound could not be loaded: ${(error as Error).message}`);
      await new Promise((resume) => setTimeout(resume, pause));
    }
  }
  return undefined;
}
