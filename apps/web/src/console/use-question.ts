import { useEffect, useRef, useState } from 'react';

/** A question of a form before it is sent: open until it is answered; while it is, nothing has been sent. */
export function useQuestion<About>() {
  const [question, setQuestion] = useState<{ readonly about: About; readonly answer: (yes: boolean) => void }>();
  /** The button that sends the form. */
  const button = useRef<HTMLButtonElement>(null);
  const declined = useRef(false);
  const ask = (about: About) =>
    new Promise<boolean>((resolve) => {
      const answer = (yes: boolean) => {
        declined.current = !yes;
        setQuestion(undefined);
        resolve(yes);
      };
      setQuestion({ about, answer });
    });
  return { question, button, declined, ask };
}

/** The dialog returns the focus to where it was, but a button is disabled while its form is sent. */
export function useFocusAfterQuestion(
  isSubmitting: boolean,
  { button, declined }: Pick<ReturnType<typeof useQuestion>, 'button' | 'declined'>,
): void {
  useEffect(() => {
    if (isSubmitting || !declined.current) return;
    declined.current = false;
    button.current?.focus();
  }, [isSubmitting, button, declined]);
}
