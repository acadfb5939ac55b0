import * as z from 'zod/mini';
import { nothing, success } from './accounts.ts';
import { defineCall } from './call.ts';
import { count, line } from './fields.ts';
import { mediaID } from './scripts.ts';

/** The files of facilitators: uploaded in parts, checked by their content, and kept in one form. Source: requirements/studio 4. */

export const mediaKinds = ['sound', 'image', 'video'] as const;
export type MediaKind = (typeof mediaKinds)[number];

export const uploadStates = ['uploading', 'checking', 'ready', 'refused'] as const;
export type UploadState = (typeof uploadStates)[number];

/** Why a file was refused. Nothing of it is kept but this reason. */
export const refusalReasons = [
  /** Neither of the formats that are accepted. */
  'unknown_format',
  /** Of another kind than was said. */
  'mislabelled',
  /** It ends before its own end. */
  'truncated',
  /** It contains something that does not belong to it. */
  'foreign_bytes',
  'damaged',
  'unsupported_codec',
  /** More than 12 minutes of sound, or 3 minutes of video. */
  'too_long',
  /** More bytes, or more pixels, than are accepted. */
  'too_large',
  /** The check needed more time or memory than it may have. */
  'too_complex',
  /** The bytes are not those whose SHA-256 was announced. */
  'checksum',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

const [kB, MB] = [1_000, 1_000_000];

/** All but the last part of an upload have this length, bytes. */
export const partLength = 1_048_576;
/** Of which a slow connection, over which a whole part would take longer than a request may, sends pieces of this length. */
export const pieceLength = partLength / 8;

/** The largest file of each kind that can be uploaded, bytes. 140 MB are 12 minutes of stereo at 48 kHz and 16 bits. */
export const largestUpload = { sound: 140 * MB, image: 5 * MB, video: 100 * MB } as const satisfies Record<MediaKind, number>;

/** How long a file may last, ms, and how many pixels an image may have. */
export const longestMedia = { sound: 12 * 60_000, video: 3 * 60_000 } as const;
export const mostPixels = 40_000_000;

/** The widths of a stored image, px. The largest is the file itself; the others exist where the image is wider than they are. */
export const imageWidths = [480, 960, 1_920] as const;

/** What a facilitator may upload in 24 hours, and have in all, bytes. */
export const uploadQuota = { day: 200 * MB, total: 1_000 * MB } as const;

const upload = z.object({
  mediaID: z.string(),
  kind: z.enum(mediaKinds),
  /** What the file was called where it came from. */
  name: z.string(),
  state: z.enum(uploadStates),
  /** Of the file as it is uploaded, bytes; and how many of them are here. */
  size: z.number(),
  received: z.number(),
  refusal: z.nullable(z.enum(refusalReasons)),
  /** The extension of the name under which it is served, at `/media/{mediaID}.{format}`; null until it is ready. */
  format: z.nullable(z.string()),
  durationMs: z.nullable(z.number()),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  /** LUFS (ITU-R BS.1770-4); null for a sound in which nothing is heard. */
  loudness: z.nullable(z.number()),
  /** Epoch ms. */
  createdAt: z.number(),
});
export type Upload = z.output<typeof upload>;

const bytes = (least: number, most: number) => count.check(z.gte(least, 'invalid'), z.lte(most, 'invalid'));
const uploads = { audience: 'facilitator', params: nothing } as const;
const write = { ...uploads, method: 'POST' } as const;

export const beginUpload = defineCall({
  ...write,
  path: '/api/v1/studio/uploads',
  summary:
    'Begin to upload a file, or go on with an upload of the same file that was interrupted. A file that is there already is answered as it is.',
  body: z.object({
    kind: z.enum(mediaKinds, 'invalid'),
    name: line(120),
    size: bytes(1, Number.MAX_SAFE_INTEGER),
    /** In hexadecimal. */
    sha256: z.string('invalid').check(z.regex(/^[0-9a-f]{64}$/, 'invalid')),
  }),
  answer: z.object({ upload }),
  errors: ['upload_refused', 'quota_used'],
});

export const sendPart = defineCall({
  ...write,
  path: '/api/v1/studio/upload-part',
  summary: 'Send the next part of an upload, or the next piece of a part. What is here already changes nothing.',
  // A part in base64, and the rest of the body.
  largestBody: 4 * Math.ceil(partLength / 3) + 10 * kB,
  body: z.object({
    mediaID,
    offset: bytes(0, largestUpload.sound),
    part: z.string('invalid').check(
      z.minLength(4, 'invalid'),
      z.maxLength(4 * Math.ceil(partLength / 3), 'invalid'),
      z.refine((text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text), 'invalid'),
    ),
  }),
  answer: z.object({ received: z.number() }),
  errors: ['not_found', 'upload_refused'],
});

export const finishUpload = defineCall({
  ...write,
  path: '/api/v1/studio/upload-finish',
  summary: 'All parts are sent: the file is checked, and is ready or refused soon.',
  body: z.object({ mediaID }),
  answer: z.object({ upload }),
  errors: ['not_found', 'upload_refused'],
});

export const ownFiles = defineCall({
  ...uploads,
  method: 'GET',
  path: '/api/v1/studio/files',
  summary: 'The files of a facilitator, the newest first, and how much of their quota is used.',
  body: nothing,
  answer: z.object({
    files: z.array(upload),
    quota: z.object({
      usedBytes: z.number(),
      totalBytes: z.number(),
      usedTodayBytes: z.number(),
      dayBytes: z.number(),
    }),
  }),
  errors: [],
});

export const removeFile = defineCall({
  ...write,
  path: '/api/v1/studio/file-remove',
  summary: 'Remove a file that nothing refers to.',
  body: z.object({ mediaID }),
  answer: success,
  errors: ['not_found', 'file_in_use'],
});
