import type { AnswerOf, BodyInputOf, Call } from '@unspoken/contract/call';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from './api.ts';

/**
 * The answer to the call of a page, or why there is none. The page can report its other failures in the same place. Another body is
 * another call; until it is answered the page keeps the answer to the last one.
 */
export function useLoaded<C extends Call>(what: C, body?: BodyInputOf<C>) {
  const [answer, setAnswer] = useState<AnswerOf<C>>();
  const [failure, setFailure] = useState<unknown>();
  const latest = useRef(0);
  const encoded = JSON.stringify(body);
  const load = useCallback(() => {
    const turn = ++latest.current;
    // An answer that was overtaken by a later call is ignored.
    const inTurn =
      <Value>(use: (value: Value) => void) =>
      (value: Value) => {
        if (turn === latest.current) use(value);
      };
    const answered = inTurn((value: AnswerOf<C>) => {
      setFailure(undefined);
      setAnswer(value);
    });
    return call(what, encoded === undefined ? {} : { body: JSON.parse(encoded) }).then(answered, inTurn(setFailure));
  }, [what, encoded]);
  useEffect(() => void load(), [load]);
  return { answer, failure, setFailure, load };
}
