import { useEffect, useState } from 'react';

/** How often a payment that was confirmed is looked at again, and how long between, ms. */
const [looks, pause] = [20, 1_500];

/**
 * Looks at a payment again until it is not open any more, after its payer has confirmed it, or has come back from their bank. `late` when
 * there is still no answer.
 */
export function useConfirmation(isOpen: boolean, load: () => Promise<void>, hasReturned: boolean) {
  const [left, setLeft] = useState(hasReturned ? looks : undefined);
  const [before, setBefore] = useState<string>();
  useEffect(() => {
    if (!isOpen || !left) return;
    const timer = setTimeout(() => void load().then(() => setLeft(left - 1)), left === looks ? 0 : pause);
    return () => clearTimeout(timer);
  }, [isOpen, left, load]);
  return {
    state: left === undefined ? 'idle' : left === 0 ? 'late' : 'confirming',
    /** The refusal that was known when it began: it is none of this attempt. */
    before,
    begin(known: string | undefined) {
      setBefore(known);
      setLeft(looks);
    },
  } as const;
}
