import type { Finding } from '@scangate/client';
import type { ReactElement, ReactNode } from 'react';
import { percent } from '@scangate/console/messages/format.ts';
import { findingMessages } from '@scangate/console/messages/gate/findings.ts';
import { wordFor } from '@scangate/console/messages/gate/verdicts.ts';
import { KeyValue, type KeyValueItem } from '@scangate/console/parts/layout/key-value.tsx';
import { Code, Hash, Purl } from '@scangate/console/parts/text/code-text.tsx';
import { ExternalLink } from '@scangate/console/parts/text/external-link.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { PlaceText } from '../verdict/cause-text.tsx';
import type { CodePlace, FindingOf } from '../scan-data.ts';

const item = (label: string, value: ReactNode): KeyValueItem => ({ label, value });

type Usage = NonNullable<FindingOf<'vulnerability'>['usage']>;

const usageWords = ({ imported, via, symbols }: Usage): string => {
  if (!imported) return via === undefined ? findingMessages.notImported : findingMessages.notImportedVia(via);
  if (via !== undefined) return findingMessages.importedVia(via);
  if (symbols === undefined) return findingMessages.imported;
  return symbols.length === 0 ? findingMessages.refersToNone : findingMessages.refersTo(symbols.join(', '));
};

/** Shows how the code uses the package, and the first place where it does. */
const usageValue = (usage: Usage): ReactNode => {
  const [first] = usage.places;
  return (
    <>
      <Text value={usageWords(usage)} />
      {first && (
        <>
          {' '}
          <Code value={`${first.file}:${first.line}`} />
        </>
      )}
    </>
  );
};

const vulnerabilityFacts = (finding: FindingOf<'vulnerability'>): KeyValueItem[] => {
  const { advisoryId, aliases, cvss, epss, kev, published, fixedVersions, scope, url, usage } = finding;
  return [
    item(
      findingMessages.advisory,
      <ExternalLink href={url}>
        <Code value={advisoryId} />
      </ExternalLink>,
    ),
    ...(aliases.length > 0 ? [item(findingMessages.aliases, <Code value={aliases.join(', ')} />)] : []),
    item(
      findingMessages.fixedIn,
      fixedVersions.length > 0 ? <Code value={fixedVersions.join(', ')} /> : findingMessages.noFix,
    ),
    item(findingMessages.scope, wordFor(findingMessages.scopes, scope)),
    ...(usage ? [item(findingMessages.usage, usageValue(usage))] : []),
    ...(cvss ? [item(findingMessages.cvss, <Code value={`${cvss.score} ${cvss.vector}`} />)] : []),
    ...(epss
      ? [item(findingMessages.epss, findingMessages.epssValue(percent(epss.score), percent(epss.percentile)))]
      : []),
    ...(kev ? [item(findingMessages.kev, <Instant at={kev.dateAdded} mode="day" />)] : []),
    ...(published === undefined
      ? []
      : [item(findingMessages.published, <Instant at={published} mode="day" />)]),
  ];
};

const ownFacts = (finding: Finding): KeyValueItem[] => {
  switch (finding.kind) {
    case 'vulnerability':
      return vulnerabilityFacts(finding);
    case 'license':
      return [
        item(findingMessages.license, <Code value={finding.license} />),
        item(findingMessages.category, <Text value={finding.category} />),
      ];
    case 'secret':
      return [
        item(findingMessages.rule, <Code value={finding.rule} />),
        item(findingMessages.redacted, <Code value={finding.redacted} />),
        ...(finding.liveness
          ? [item(findingMessages.liveness, findingMessages.livenesses[finding.liveness])]
          : []),
      ];
    case 'code':
      return [
        item(findingMessages.rule, <Code value={finding.rule} />),
        item(findingMessages.cwe, <Code value={finding.cwe} />),
        ...(finding.confidence
          ? [item(findingMessages.confidence, wordFor(findingMessages.confidences, finding.confidence))]
          : []),
      ];
    case 'source':
      return [item(findingMessages.rule, <Code value={finding.rule} />)];
    default:
      return [];
  }
};

/** The facts of a finding that its kind has. */
export const FindingFacts = ({ finding, place }: { finding: Finding; place: CodePlace }): ReactElement => {
  const { projectUnitId, file, line, fingerprint } = finding;
  return (
    <KeyValue
      items={[
        item(findingMessages.kind, wordFor(findingMessages.kinds, finding.kind)),
        ...('purl' in finding && finding.purl !== undefined
          ? [item(findingMessages.package, <Purl value={finding.purl} />)]
          : []),
        item(
          findingMessages.place,
          <PlaceText place={place} projectUnitId={projectUnitId} file={file} line={line} />,
        ),
        ...ownFacts(finding),
        item(findingMessages.fingerprint, <Hash value={fingerprint} />),
      ]}
    />
  );
};
