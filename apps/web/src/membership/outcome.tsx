import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from '../ui/notice.tsx';

/** What came of an action. It takes the focus, because the button that was pressed may be gone, or far from here. */
export function Outcome({ kind = 'calm', children }: { readonly kind?: 'calm' | 'problem'; readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  // Before another attempt the last outcome is removed.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1}>
      <Notice kind={kind}>{children}</Notice>
    </div>
  );
}
