import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from '../ui/notice.tsx';

/** What came of an action. It takes the focus, because the button that was pressed may be gone, or far from here. */
export function Outcome({ kind = 'calm', children }: { readonly kind?: 'calm' | 'problem'; readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when it says something else
  useEffect(() => box.current?.focus(), [children]);
  return (
    <div ref={box} tabIndex={-1}>
      <Notice kind={kind}>{children}</Notice>
    </div>
  );
}
