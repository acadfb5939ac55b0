import type { Random } from '../random.ts';
import { FolderFiles } from './folder.ts';
import { S3Files, type S3Settings } from './s3.ts';
import type { FileStore } from './store.ts';

/** Where files are stored: in a bucket if one is configured, else in a folder. */
export interface FileSettings {
  readonly filesDir: string;
  readonly s3: S3Settings | undefined;
}

export const openFiles = ({ filesDir, s3 }: FileSettings, random: Pick<Random, 'id'>): FileStore =>
  s3 ? new S3Files(s3) : new FolderFiles(filesDir, random);

/** The place in words, for operators. */
export const placeOfFiles = ({ filesDir, s3 }: FileSettings): string =>
  s3 ? `the bucket ${s3.bucket} at ${s3.endpoint}` : `FILES_DIR ${filesDir}`;
