import type { CameraFailureReason } from '@unspoken/contract/encounters';
import type { Context } from '@unspoken/encounter/model';
import { groupOf } from '@unspoken/encounter/noted';
import { spacePath } from '../gatherings/space-path.ts';
import { read, write } from '../platform/tab-storage.ts';

/** Why the camera failed, and where the user was going. It survives a reload, and the deletion of a guest's account. */
export interface RememberedCameraFailure {
  readonly reason: CameraFailureReason;
  /** The code of the invitation that the user followed, if any. */
  readonly invitation?: string;
  /** The path of the group space in which they had connected, if any. */
  readonly space?: string;
}

const key = 'unspoken.camera';

export function rememberCameraFailure(context: Context): void {
  const { cameraFailure, pool, ownInvitationUntil } = context;
  const group = groupOf(context);
  const invited = pool.poolType === 'personalInvite' && ownInvitationUntil === undefined;
  rememberFailure({
    reason: cameraFailure ?? 'UnknownError',
    ...(invited && { invitation: pool.groupSpace }),
    ...(group && { space: spacePath(group) }),
  });
}

export const rememberFailure = (failure: RememberedCameraFailure) => write(key, JSON.stringify(failure));

export function lastCameraFailure(): RememberedCameraFailure | undefined {
  try {
    return JSON.parse(read(key) ?? '') as RememberedCameraFailure;
  } catch {
    return undefined;
  }
}

export const forgetCameraFailure = () => write(key, undefined);
