import { scriptOf } from '@unspoken/contract/drafts';
import type { PageDurations } from '@unspoken/contract/page-durations';
import { type ProvenFile, proveScript, type ScriptFinding, scriptLimitsBy } from '@unspoken/contract/script-proof';
import type { EditorDocument, Seat, scriptIn } from './document.ts';

/** A break of a rule, and where it is mended: at an item, or in a field of the frame. */
export interface Finding extends ScriptFinding {
  /** The item that it is about. */
  readonly item: string | undefined;
  /** Whose words it is about. */
  readonly seat: Seat | undefined;
}

/** What the script that was written from these items still breaks of the rules. `files` are the author's. */
export function findingsIn(
  items: EditorDocument['items'],
  { script, itemAt }: ReturnType<typeof scriptIn>,
  files: ReadonlyMap<string, ProvenFile>,
  durations: PageDurations,
): readonly Finding[] {
  return proveScript(scriptOf(script), files, scriptLimitsBy(durations)).map((finding) => {
    const [list = '', index = '', field = ''] = finding.place.split('.');
    // A window of a microphone is named by the instant from which it is open.
    const [, position, from] = /^user([12])Audio\.(\d+)$/.exec(finding.place) ?? [];
    if (position !== undefined) {
      const opened = items.find((item) => item.kind === 'microphone' && item.time === Number(from));
      return { ...finding, item: opened?.id, seat: seatOf(position) };
    }
    return { ...finding, item: itemAt.get(`${list}.${index}`), seat: seatOf(/^user([12])/.exec(field || list)?.[1]) };
  });
}

const seatOf = (position: string | undefined): Seat | undefined =>
  position === undefined ? undefined : position === '1' ? 0 : 1;
