import type { ReactElement } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { CopyButton } from '@scangate/console/parts/actions/copy-button.tsx';
import { ExternalLink } from './external-link.tsx';
import { Text, type TextProps } from './text.tsx';
import styles from './code-text.module.css';

/** A short text of code as it is: a rule, a version, a package. */
export const Code = (props: TextProps): ReactElement => (
  <code>
    <Text {...props} />
  </code>
);

interface CodeTextProps {
  value: string;
  /** A page of the code host or the registry; only https is followed. */
  href?: string | undefined;
}

interface CutCodeProps extends CodeTextProps {
  tail: number;
  copyLabel: string;
  shown?: string;
}

const CutCode = ({ value, href, tail, copyLabel, shown = value }: CutCodeProps): ReactElement => {
  const text = <Text value={shown} cut="middle" tail={tail} />;
  return (
    <span className={styles['code']}>
      {href === undefined ? text : <ExternalLink href={href}>{text}</ExternalLink>}
      <CopyButton value={value} label={copyLabel} quiet />
    </span>
  );
};

/** A commit or a digest: its first twelve characters, the whole by Copy. */
export const Hash = ({ value, href }: CodeTextProps): ReactElement => (
  <CutCode value={value} href={href} shown={value.slice(0, 12)} tail={4} copyLabel={partMessages.copyHash} />
);

/** A package URL. */
export const Purl = ({ value, href }: CodeTextProps): ReactElement => (
  <CutCode value={value} href={href} tail={16} copyLabel={partMessages.copyPurl} />
);

/** The path of a file; its name stays visible. */
export const Path = ({ value, href }: CodeTextProps): ReactElement => (
  <CutCode
    value={value}
    href={href}
    tail={Math.min(28, value.length - value.lastIndexOf('/'))}
    copyLabel={partMessages.copyPath}
  />
);
