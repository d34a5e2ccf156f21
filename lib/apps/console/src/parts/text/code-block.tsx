import type { ReactElement } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { CopyButton } from '@scangate/console/parts/actions/copy-button.tsx';
import { markSigns } from './marked-text.ts';
import styles from './code-block.module.css';

/** Lines of code or a command, to be copied as a whole. A line break is a line break here; any other sign is a mark. */
export const CodeBlock = ({ code, label }: { code: string; label: string }): ReactElement => (
  <figure className={styles['block']}>
    <figcaption className={styles['caption']}>
      <span>{label}</span>
      <CopyButton value={code} label={partMessages.copy} />
    </figcaption>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide line scrolls, so the keyboard has to reach it */}
    <pre className={styles['code']} tabIndex={0} aria-label={label} role="region">
      {code.split('\n').map((line, at) => (
        <span key={at} className={styles['line']}>
          {markSigns(line.replace(/\r$/, '').replaceAll('\t', '  ')).map((piece) =>
            piece.kind === 'plain' ? piece.text : `[${piece.name}]`,
          )}
          {'\n'}
        </span>
      ))}
    </pre>
  </figure>
);
