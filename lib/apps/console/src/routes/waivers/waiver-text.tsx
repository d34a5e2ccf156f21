import type { ItemOf } from '@scangate/client';
import type { ReactElement } from 'react';
import { waiverMessages } from '@scangate/console/messages/gate/waivers.ts';
import { Code, Hash } from '@scangate/console/parts/text/code-text.tsx';
import { fill } from '@scangate/console/parts/text/fill.tsx';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';

export type Waiver = ItemOf<'list-waivers'>;

/** Shows what a waiver covers: the message, the main value and, where there is one, the place. */
const partsOf = (match: Waiver['match']): { message: string; value: string; path?: string | undefined } => {
  if ('advisory' in match)
    return match.package === undefined
      ? { message: waiverMessages.advisory, value: match.advisory }
      : { message: waiverMessages.advisoryOf, value: match.advisory, path: match.package };
  if ('rule' in match)
    return match.path === undefined
      ? { message: waiverMessages.rule, value: match.rule }
      : { message: waiverMessages.ruleAt, value: match.rule, path: match.path };
  if ('license' in match)
    return match.package === undefined
      ? { message: waiverMessages.license, value: match.license }
      : { message: waiverMessages.licenseOf, value: match.license, path: match.package };
  if ('fingerprint' in match) return { message: waiverMessages.fingerprint, value: match.fingerprint };
  return { message: waiverMessages.package, value: match.package };
};

/** Shows what a waiver covers, as a sentence with its texts in their places. */
export const WaiverText = ({ match }: Pick<Waiver, 'match'>): ReactElement => {
  const { message, value, path = '' } = partsOf(match);
  // A fingerprint is long and says nothing by itself.
  const shown = 'fingerprint' in match ? <Hash value={value} /> : <Code value={value} />;
  return <span>{fill(message, { value: shown, path: <Code value={path} /> })}</span>;
};

/** The same as plain text, for the names of buttons. */
export const waiverName = ({ match }: Pick<Waiver, 'match'>): string => markedText(partsOf(match).value);
