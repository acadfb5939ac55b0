import { useObservable } from '../platform/observable.ts';
import { ReportModal } from './report-modal.tsx';
import { ReportSent } from './report-sent.tsx';
import { reporting, reportSent } from './reporting.ts';

/** The report form, and the screen after it. One module, so that the screen needs no network once the form has opened. */
export default function ReportFlow() {
  const room = useObservable(reporting);
  const sent = useObservable(reportSent);
  if (sent) return <ReportSent {...sent} />;
  return room && <ReportModal key={room.roomID} />;
}
