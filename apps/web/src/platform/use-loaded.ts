import type { AnswerOf, Call } from '@unspoken/contract/call';
import { useCallback, useEffect, useState } from 'react';
import { call } from './api.ts';

/** The answer to the call of a page, or why there is none. The page can report its other failures in the same place. */
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
