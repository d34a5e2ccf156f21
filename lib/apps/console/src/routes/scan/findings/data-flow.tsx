import type { ReactElement } from 'react';
import { findingMessages } from '@scangate/console/messages/gate/findings.ts';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { PlaceText } from '../verdict/cause-text.tsx';
import styles from './data-flow.module.css';
import type { CodePlace, FindingOf } from '../scan-data.ts';

interface DataFlowProps {
  finding: FindingOf<'code'>;
  place: CodePlace;
}

/** The words of a step, with the names that the engine quotes as code. */
const StepText = ({ message }: { message: string }): ReactElement => (
  <span>
    {message.split('`').map((part, at) => {
      const text = <Text value={part} />;
      return at % 2 === 1 ? <code key={at}>{text}</code> : <span key={at}>{text}</span>;
    })}
  </span>
);

/** The way of untrusted data, from where it comes in to where it does harm, step by step. */
export const DataFlow = ({ finding, place }: DataFlowProps): ReactElement | null => {
  const { flow = [], projectUnitId, file } = finding;
  if (flow.length === 0) return null;
  return (
    <section className={styles['flow']} aria-label={findingMessages.flow}>
      <h3>{findingMessages.flow}</h3>
      <p className={styles['lead']}>{findingMessages.flowLead(flow.length)}</p>
      <ol className={styles['steps']}>
        {flow.map(({ line, column, message, file: other }, index) => (
          <li key={`${index} ${line}:${column}`}>
            <StepText message={message} />
            <span className={styles['place']}>
              <PlaceText place={place} projectUnitId={projectUnitId} file={other ?? file} line={line} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
};
