import type { MediaKind, RefusalReason } from '@unspoken/contract/uploads';

/** What an accepted file has become. */
export interface Checked {
  /** The extension of the names of its files. */
  readonly format: 'mp3' | 'webp' | 'mp4';
  /** The file itself, without a suffix, and its smaller forms; a suffix follows the id in the name. */
  readonly files: readonly { readonly suffix: string; readonly bytes: Uint8Array }[];
  readonly durationMs?: number;
  readonly width?: number;
  readonly height?: number;
  /** LUFS; -Infinity if nothing is heard. */
  readonly loudness?: number;
}

/** A file to be checked, and what was said about it. */
export interface MediaOrder {
  readonly kind: MediaKind;
  /** In hexadecimal. */
  readonly sha256: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type MediaOutcome = { readonly checked: Checked } | { readonly refused: RefusalReason };
