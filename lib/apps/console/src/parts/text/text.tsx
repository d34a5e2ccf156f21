import type { ReactElement } from 'react';
import { cutMiddle, headAndTail, markSigns } from './marked-text.ts';
import styles from './text.module.css';

/** A longer text is cut before it is rendered; copying returns the whole text. */
const mostCharacters = 600;

const Pieces = ({ text }: { text: string }): ReactElement => (
  <>
    {markSigns(text).map((piece, at) =>
      piece.kind === 'plain' ? (
        piece.text
      ) : (
        <span key={at} className={styles['sign']}>
          {piece.name}
        </span>
      ),
    )}
  </>
);

export interface TextProps {
  value: string;
  /** `middle` keeps one line and its end visible; `none` wraps anywhere. */
  cut?: 'middle' | 'none';
  /** The number of characters that stay visible at the end. */
  tail?: number;
}

/**
 * Shows a text that comes from a repository, a person or a payment. All such text is rendered here: never as markup,
 * in its own direction, with each invisible or reordering character marked.
 */
export const Text = ({ value, cut = 'none', tail = 12 }: TextProps): ReactElement => {
  const text = cutMiddle(value, mostCharacters);
  if (cut === 'none')
    return (
      <bdi className={styles['wrapping']}>
        <Pieces text={text} />
      </bdi>
    );
  const [head, end] = headAndTail(text, tail);
  return (
    <bdi className={end === '' ? `${styles['cut']} ${styles['alone']}` : styles['cut']}>
      <span className={styles['head']}>
        <Pieces text={head} />
      </span>
      {end !== '' && (
        <span className={styles['tail']}>
          <Pieces text={end} />
        </span>
      )}
    </bdi>
  );
};
