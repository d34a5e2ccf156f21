import { asText, asTable, member } from '../inventory/parse/untrusted-value.ts';
import {
  idForm,
  justificationText,
  listAt,
  statementCollector,
  statementsAt,
  vexInvalid,
  type VexStatement,
} from './statement.ts';

const statuses: Record<string, VexStatement['status']> = {
  not_affected: 'not_affected',
  fixed: 'fixed',
  affected: 'other',
  under_investigation: 'other',
};

/** A product is a string, or an object with an id and a package URL. */
const productName = (product: unknown): string | undefined =>
  asText(product, 4096) ??
  asText(member(member(product, 'identifiers'), 'purl'), 4096) ??
  asText(member(product, '@id'), 4096);

/** The parts of a product that a statement is about, each within the product; or the product itself. */
const placesOf = (product: unknown, pointer: string): Pick<VexStatement, 'product' | 'within'>[] => {
  const name = productName(product);
  if (name === undefined) throw vexInvalid(pointer, 'A product has an @id or a package URL.');
  const parts = listAt(member(product, 'subcomponents'), `${pointer}/subcomponents`);
  if (parts.length === 0) return [{ product: name }];
  return parts.map((part, index) => {
    const inner = productName(part);
    if (inner === undefined)
      throw vexInvalid(`${pointer}/subcomponents/${index}`, 'A subcomponent has an @id.');
    return { product: inner, within: [name] };
  });
};

const vulnerabilityOf = (statement: unknown, pointer: string): string => {
  const vulnerability = member(statement, 'vulnerability');
  const id = asText(vulnerability) ?? asText(member(vulnerability, 'name'));
  if (id === undefined || !idForm.test(id))
    throw vexInvalid(`${pointer}/vulnerability`, 'A vulnerability has a name.');
  return id;
};

/** Reads an OpenVEX document (0.0.1 to 0.2.0). @throws UnreadableVex */
export const readOpenVex = (document: unknown): VexStatement[] => {
  const listed = statementsAt(member(document, 'statements'), '/statements');
  const { statements, add } = statementCollector();
  for (const [index, statement] of listed.entries()) {
    const pointer = `/statements/${index}`;
    if (!asTable(statement)) throw vexInvalid(pointer, 'A statement is an object.');
    const vulnerability = vulnerabilityOf(statement, pointer);
    const status = statuses[asText(member(statement, 'status')) ?? ''];
    if (status === undefined) throw vexInvalid(`${pointer}/status`, 'This status is unknown.');
    const justification =
      justificationText(member(statement, 'justification')) ??
      justificationText(member(statement, 'impact_statement'));
    const said = { vulnerability, status, ...(justification && { justification }) };
    const products = listAt(member(statement, 'products'), `${pointer}/products`);
    if (products.length === 0) add({ ...said, product: '' }, pointer);
    for (const [at, product] of products.entries())
      for (const place of placesOf(product, `${pointer}/products/${at}`)) add({ ...said, ...place }, pointer);
  }
  return statements;
};
