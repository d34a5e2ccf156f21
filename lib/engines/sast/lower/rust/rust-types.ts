import type { Syntax } from '@scangate/engines/sast/syntax';

const longestName = 200;

/** Wrapper types that are used like their content. */
const transparent = new Set([
  'Option',
  'Box',
  'Arc',
  'Rc',
  'Cow',
  'Mutex',
  'RwLock',
  'RefCell',
  'Result',
  'State',
  'Data',
]);

/** Wrapper types by which a framework passes a part of the request. */
const extractors =
  /(?:^|\.)(?:Query|Path|Json|Form|Qs|TypedHeader|MultipartForm|Multipart|Either|Valid|WithRejection)$/;

/** Returns a dotted path as written, without type arguments: `std::io::Error` is `std.io.Error`. */
export const dottedPath = (node: Syntax): string =>
  node.text
    .slice(0, longestName)
    .replaceAll(/<[^<>]{0,100}>/g, '')
    .replaceAll('::', '.')
    .replaceAll(/\s/g, '');

const argumentOf = (node: Syntax): Syntax | undefined =>
  node.field('type_arguments')?.children.find(({ kind }) => kind !== 'lifetime');

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Returns the name of a type without references, lifetimes and transparent wrappers. */
export const typeName = (node: Syntax): string => {
  switch (node.kind) {
    case 'reference_type':
    case 'pointer_type': {
      const inner = node.field('type');
      return inner ? typeName(inner) : '';
    }
    case 'generic_type': {
      const base = node.field('type');
      const path = base ? dottedPath(base) : '';
      const inner = argumentOf(node);
      return inner && (transparent.has(lastOf(path)) || extractors.test(path)) ? typeName(inner) : path;
    }
    case 'abstract_type':
    case 'dynamic_type': {
      const trait = node.field('trait');
      return trait ? typeName(trait) : '';
    }
    case 'tuple_type':
      return '()';
    default:
      return dottedPath(node);
  }
};

/** Returns the extractors around a type, outermost first: `web::Query<Info>` has `web.Query`. */
export const extractorsOf = (node: Syntax): string[] => {
  const found: string[] = [];
  for (
    let at: Syntax | undefined = node;
    at?.kind === 'generic_type' && found.length < 4;
    at = argumentOf(at)
  ) {
    const base = at.field('type');
    const path = base ? dottedPath(base) : '';
    if (extractors.test(path)) found.push(path);
    else if (!transparent.has(lastOf(path))) break;
  }
  return found;
};
