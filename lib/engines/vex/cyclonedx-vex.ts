import { asList, asTable, asText, member } from '../inventory/parse/untrusted-value.ts';
import {
  idForm,
  justificationText,
  listAt,
  statementCollector,
  statementsAt,
  vexInvalid,
  type VexStatement,
} from './statement.ts';

const states: Record<string, VexStatement['status']> = {
  not_affected: 'not_affected',
  resolved: 'fixed',
  resolved_with_pedigree: 'fixed',
  exploitable: 'other',
  in_triage: 'other',
  false_positive: 'other',
};

/** The package URL of each component by its reference. Nested components are read to a bounded depth. */
const purlsByRef = (components: unknown, depth = 0): [string, string][] =>
  asList(components).flatMap((component): [string, string][] => {
    const ref = asText(member(component, 'bom-ref'), 4096);
    const purl = asText(member(component, 'purl'), 4096);
    const nested = depth < 8 ? purlsByRef(member(component, 'components'), depth + 1) : [];
    return [...(ref !== undefined && purl !== undefined ? [[ref, purl] as [string, string]] : []), ...nested];
  });

/** The reference to a component in another document is the part after its `#`. */
const localRef = (ref: string): string => {
  if (!ref.startsWith('urn:cdx:')) return ref;
  try {
    return decodeURIComponent(ref.slice(ref.indexOf('#') + 1));
  } catch {
    return ref;
  }
};

/** The names under which the product of the document may be known. */
const subjectOf = (document: unknown): { ref?: string; names: string[] } => {
  const component = member(member(document, 'metadata'), 'component');
  const ref = asText(member(component, 'bom-ref'), 4096);
  const names = ['purl', 'name'].flatMap((field) => asText(member(component, field), 4096) ?? []);
  return { ...(ref !== undefined && { ref }), names };
};

const justificationOf = (analysis: unknown): string | undefined =>
  justificationText(member(analysis, 'justification')) ?? justificationText(member(analysis, 'detail'));

/**
 * Reads a CycloneDX VEX document. Its statements apply within the product of the document.
 * @throws UnreadableVex
 */
export const readCycloneDxVex = (document: unknown): VexStatement[] => {
  const listed = statementsAt(member(document, 'vulnerabilities'), '/vulnerabilities');
  const purls = new Map(purlsByRef(member(document, 'components')));
  const subject = subjectOf(document);
  const { statements, add } = statementCollector();
  for (const [index, entry] of listed.entries()) {
    const pointer = `/vulnerabilities/${index}`;
    const vulnerability = asText(member(entry, 'id'));
    if (!asTable(entry) || vulnerability === undefined || !idForm.test(vulnerability))
      throw vexInvalid(`${pointer}/id`, 'A vulnerability has an id.');
    const analysis = member(entry, 'analysis');
    const status = analysis === undefined ? 'other' : states[asText(member(analysis, 'state')) ?? ''];
    if (status === undefined) throw vexInvalid(`${pointer}/analysis/state`, 'This state is unknown.');
    const justification = justificationOf(analysis);
    const said = { vulnerability, status, ...(justification && { justification }) };
    const affects = listAt(member(entry, 'affects'), `${pointer}/affects`);
    if (affects.length === 0) add({ ...said, product: '' }, pointer);
    for (const [at, affected] of affects.entries()) {
      const ref = localRef(asText(member(affected, 'ref'), 4096) ?? '');
      if (ref === '') throw vexInvalid(`${pointer}/affects/${at}/ref`, 'What is affected has a reference.');
      const isSubject = ref === subject.ref;
      const product = isSubject ? (subject.names[0] ?? ref) : (purls.get(ref) ?? ref);
      const within = isSubject || subject.names.length === 0 ? {} : { within: subject.names };
      add({ ...said, product, ...within }, pointer);
    }
  }
  return statements;
};
