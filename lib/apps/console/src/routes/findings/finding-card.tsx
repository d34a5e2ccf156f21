import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { findingMessages } from '@scangate/console/messages/gate/findings.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Row } from '@scangate/console/parts/layout/stack.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import styles from './finding-card.module.css';

interface FindingCardProps {
  title: string;
  /** Another one moves the focus to the title. */
  fingerprint: string;
  /** Severity, marks and actions, below the title. */
  marks: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** One open finding, of a scan or of the organization. The focus begins at its title. */
export const FindingCard = (props: FindingCardProps): ReactElement => {
  const { title, fingerprint, marks, onClose, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [fingerprint]);
  return (
    <article className={styles['card']}>
      <header className={styles['header']}>
        <Row between align="start" wrap={false}>
          <h2 ref={heading} tabIndex={-1} className={styles['title']}>
            <Text value={title} />
          </h2>
          <Button kind="quiet" icon="close" label={findingMessages.close} onClick={onClose} />
        </Row>
        <Row>{marks}</Row>
      </header>
      {children}
    </article>
  );
};

/** A remark about a finding, such as why it does not count. */
export const FindingNote = ({ children }: { children: ReactNode }): ReactElement => (
  <p className={styles['note']}>{children}</p>
);
