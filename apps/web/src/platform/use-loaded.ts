import type { AnswerOf, Call } from '@unspoken/contract/call';
import { useCallback, useEffect, useState } from 'react';
import { call } from './api.ts';

/** The answer to a call that a page shows, or why there is none. What failed elsewhere on the page can be told in its place. */
export function useLoaded<C extends Call>(what: C) {
  const [answer, setAnswer] = useState<AnswerOf<C>>();
  const [failure, setFailure] = useState<unknown>();
  const load = useCallback(
    () =>
      call(what).then((answered) => {
        setFailure(undefined);
        setAnswer(answered);
      }, setFailure),
    [what],
  );
  useEffect(() => void load(), [load]);
  return { answer, failure, setFailure, load };
}
