import type { Syntax } from '@scangate/engines/sast/syntax';

const longestName = 200;

/** Wrapper types that a caller uses like their content. */
const transparent = new Set(['Task', 'ValueTask', 'ActionResult']);

/** Returns the simple name of a type, without namespace, type arguments and `?`; arrays keep their brackets. */
export const simpleType = (node: Syntax): string => {
  const [first] = node.children;
  switch (node.kind) {
    case 'generic_name':
      return first ? simpleType(first) : '';
    case 'nullable_type':
    case 'ref_type':
    case 'scoped_type':
      return first ? simpleType(first) : '';
    case 'array_type':
      return `${first ? simpleType(first) : ''}[]`;
    case 'qualified_name':
    case 'alias_qualified_name': {
      const name = node.field('name') ?? node.children.at(-1);
      return name ? simpleType(name) : '';
    }
    default:
      return node.text.slice(0, longestName).replace(/^@/, '');
  }
};

/** Returns what a method gives to its callers: `Task<IActionResult>` gives an `IActionResult`. */
export const returnedType = (node: Syntax): string => {
  const name = simpleType(node);
  const [inner] = node.child('type_argument_list')?.children ?? [];
  return inner && transparent.has(name) && node.kind === 'generic_name' ? returnedType(inner) : name;
};

/** Namespaces of the platform and of well-known packages, which code may write before a class name. */
const namespaces = new Set(
  `System Microsoft IO Diagnostics Net Http Mail Sockets Security Cryptography X509Certificates Text RegularExpressions Json
  Serialization Formatters Binary Xml XPath Xsl Linq Web Mvc Data SqlClient Common OleDb Odbc Collections Generic
  Threading Tasks Runtime DirectoryServices Protocols AspNetCore EntityFrameworkCore Html Compression Newtonsoft Dapper
  Reflection Configuration`.split(/\s+/),
);

/** Tells whether a chain of names is a namespace that is written out: `System.IO` in `System.IO.File`. */
export const isNamespace = (node: Syntax): boolean => {
  let at: Syntax | undefined = node;
  while (at?.kind === 'member_access_expression') {
    if (!namespaces.has(at.field('name')?.text ?? '')) return false;
    at = at.field('expression');
  }
  const root = at?.kind === 'alias_qualified_name' ? at.field('name') : at;
  return root?.kind === 'identifier' && (root.text === 'System' || root.text === 'Microsoft');
};
