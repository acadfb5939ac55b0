import { useState } from 'react';

/** A question of a form before it is sent: open until it is answered; while it is, nothing has been sent. */
export function useQuestion<About>() {
  const [question, setQuestion] = useState<{ readonly about: About; readonly answer: (yes: boolean) => void }>();
  const ask = (about: About) =>
    new Promise<boolean>((resolve) => {
      const answer = (yes: boolean) => {
        setQuestion(undefined);
        resolve(yes);
      };
      setQuestion({ about, answer });
    });
  return { question, ask };
}
