import type { ReactElement, ReactNode } from 'react';
import { Code } from '@scangate/console/parts/text/code-text.tsx';
import { ExternalLink } from '@scangate/console/parts/text/external-link.tsx';
import { fill } from '@scangate/console/parts/text/fill.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { codeLink } from '../code-link.ts';
import { fileInRepository, type CodePlace } from '../scan-data.ts';
import type { Cause, CauseSlot } from './verdict-cause.ts';

interface PlaceTextProps {
  place: CodePlace;
  projectUnitId: string;
  file: string;
  line?: number | undefined;
}

/** A file and its line, linked to the code host at the scanned commit. */
export const PlaceText = ({ place, projectUnitId, file, line }: PlaceTextProps): ReactElement => {
  const path = fileInRepository(place.unitPaths, { projectUnitId, file });
  const href = place.host && codeLink(place.host, { commitHash: place.commitHash, file: path, line });
  const text = <Code value={line === undefined ? path : `${path}:${line}`} />;
  return href === undefined ? text : <ExternalLink href={href}>{text}</ExternalLink>;
};

const slotNode = (slot: CauseSlot, place: CodePlace): ReactNode => {
  if (slot.kind === 'place') return <PlaceText place={place} {...slot} />;
  if (slot.kind === 'text') return <Text value={slot.value} />;
  const text = <Code value={slot.value} />;
  return slot.kind === 'link' ? <ExternalLink href={slot.href}>{text}</ExternalLink> : text;
};

/** A sentence about a finding, with its texts in their places. */
export const CauseText = ({ cause, place }: { cause: Cause; place: CodePlace }): ReactElement => {
  const slots = Object.fromEntries(
    Object.entries(cause.slots).map(([name, slot]) => [name, slotNode(slot, place)]),
  );
  return <>{fill(cause.message, slots)}</>;
};
