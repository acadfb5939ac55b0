import type { RefusalReason } from '@unspoken/contract/uploads';

/** Why a file is not accepted. */
export class Refused extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason) {
    super(reason);
    this.name = 'Refused';
    this.reason = reason;
  }
}

/** Runs a decoder of somebody else, which fails with all kinds of errors on bytes that it cannot read. */
export async function decoding<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('damaged');
  }
}
