import { secondFactorState } from '@unspoken/contract/second-factor';
import type { ReactNode } from 'react';
import { FormAlert } from '../forms/form-alert.tsx';
import { useLoaded } from '../platform/use-loaded.ts';
import { ProveSecondFactor, SetUpSecondFactor } from './second-factor.tsx';

interface FactorGateProps {
  /** The level of the heading that fits where the gate is used. */
  readonly heading?: 'h1' | 'h3';
  /** What surrounds the gate until it is open. */
  readonly frame?: (content: ReactNode) => ReactNode;
  readonly children: ReactNode;
}

/** Shows its children once this browser has proved the second factor, which is set up here if there is none. */
export default function FactorGate({ heading = 'h1', frame = (content) => content, children }: FactorGateProps) {
  const { answer, failure, load } = useLoaded(secondFactorState);
  if (answer?.proved) return children;
  return frame(
    <>
      <FormAlert failure={failure} invalid={false} />
      {answer && !answer.setUp && <SetUpSecondFactor heading={heading} onDone={load} />}
      {answer?.setUp && <ProveSecondFactor heading={heading} hasPasskey={answer.hasPasskey} onDone={load} />}
    </>,
  );
}
