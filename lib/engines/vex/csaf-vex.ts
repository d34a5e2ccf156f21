import { asList, asTable, asText, member, textsOf } from '../inventory/parse/untrusted-value.ts';
import {
  idForm,
  justificationText,
  listAt,
  statementCollector,
  statementsAt,
  vexInvalid,
  type VexStatement,
} from './statement.ts';

type Place = Pick<VexStatement, 'product' | 'within'>;

const statuses: Record<string, VexStatement['status']> = {
  known_not_affected: 'not_affected',
  fixed: 'fixed',
  first_fixed: 'fixed',
  known_affected: 'other',
  under_investigation: 'other',
};

/** The maximum nesting of the product tree. */
const deepest = 32;

const nameOf = (product: unknown): string | undefined =>
  asText(member(member(product, 'product_identification_helper'), 'purl'), 4096) ??
  asText(member(product, 'name'), 4096);

const addProduct = (products: Map<string, Place>, product: unknown): void => {
  const id = asText(member(product, 'product_id'));
  const name = nameOf(product);
  if (id !== undefined && name !== undefined) products.set(id, { product: name });
};

const addBranches = (products: Map<string, Place>, branches: unknown, depth = 0): void => {
  if (depth > deepest) throw vexInvalid('/product_tree/branches', 'The product tree is nested too deep.');
  for (const branch of asList(branches)) {
    addProduct(products, member(branch, 'product'));
    addBranches(products, member(branch, 'branches'), depth + 1);
  }
};

/** The product of each id; a relationship makes a component within a product. */
const productsOf = (tree: unknown): Map<string, Place> => {
  const products = new Map<string, Place>();
  addBranches(products, member(tree, 'branches'));
  for (const product of asList(member(tree, 'full_product_names'))) addProduct(products, product);
  for (const relation of asList(member(tree, 'relationships'))) {
    const id = asText(member(member(relation, 'full_product_name'), 'product_id'));
    const part = products.get(asText(member(relation, 'product_reference')) ?? '');
    const whole = products.get(asText(member(relation, 'relates_to_product_reference')) ?? '');
    if (id !== undefined && part && whole)
      products.set(id, { product: part.product, within: [whole.product] });
  }
  return products;
};

const appliesTo = (entry: unknown, productId: string): boolean => {
  const ids = textsOf(member(entry, 'product_ids'));
  return ids.length === 0 || ids.includes(productId);
};

/** A flag, or the impact that the document describes. */
const justificationOf = (vulnerability: unknown, productId: string): string | undefined => {
  const flag = asList(member(vulnerability, 'flags')).find((each) => appliesTo(each, productId));
  const impact = asList(member(vulnerability, 'threats')).find(
    (each) => member(each, 'category') === 'impact' && appliesTo(each, productId),
  );
  return justificationText(member(flag, 'label')) ?? justificationText(member(impact, 'details'));
};

const idOf = (vulnerability: unknown): string | undefined =>
  asText(member(vulnerability, 'cve')) ?? asText(member(asList(member(vulnerability, 'ids'))[0], 'text'));

const productIdsOf = (vulnerability: unknown, field: string, pointer: string): string[] => {
  const at = `${pointer}/product_status/${field}`;
  return listAt(member(member(vulnerability, 'product_status'), field), at).map((id, index) => {
    const text = asText(id, 2048);
    if (text === undefined) throw vexInvalid(`${at}/${index}`, 'A product has an id.');
    return text;
  });
};

/**
 * Reads a CSAF 2.0 document of the VEX profile.
 * @throws UnreadableVex
 */
export const readCsafVex = (document: unknown): VexStatement[] => {
  const listed = statementsAt(member(document, 'vulnerabilities'), '/vulnerabilities');
  const products = productsOf(member(document, 'product_tree'));
  const { statements, add } = statementCollector();
  for (const [index, entry] of listed.entries()) {
    const pointer = `/vulnerabilities/${index}`;
    const vulnerability = idOf(entry);
    if (!asTable(entry) || vulnerability === undefined || !idForm.test(vulnerability))
      throw vexInvalid(pointer, 'A vulnerability has a cve or an id.');
    for (const [field, status] of Object.entries(statuses))
      for (const productId of productIdsOf(entry, field, pointer)) {
        const place = products.get(productId);
        if (!place)
          throw vexInvalid(
            `${pointer}/product_status/${field}`,
            `The product ${productId.slice(0, 100)} is not in the product tree.`,
          );
        const justification = justificationOf(entry, productId);
        add({ vulnerability, status, ...(justification && { justification }), ...place }, pointer);
      }
  }
  return statements;
};
