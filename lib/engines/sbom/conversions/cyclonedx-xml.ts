import {
  childOf,
  childrenOf,
  childText,
  parseXml,
  type XmlElement,
} from '@scangate/engines/inventory/parse/parse-xml';
import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';

const namespace = /^http:\/\/cyclonedx\.org\/schema\/bom\/(1\.[2-7])$/;

const childrenIn = (element: XmlElement | undefined, list: string, name: string): XmlElement[] =>
  childrenOf(childOf(element, list), name);

const licensesOf = (component: XmlElement): object[] => {
  const licenses = childOf(component, 'licenses');
  const expression = childText(licenses, 'expression');
  if (expression !== undefined) return [{ expression }];
  return childrenOf(licenses, 'license').flatMap((license): object[] => {
    const [id, name] = [childText(license, 'id'), childText(license, 'name')];
    if (id !== undefined) return [{ license: { id } }];
    return name === undefined ? [] : [{ license: { name } }];
  });
};

const listed = (key: string, items: readonly object[]): object => (items.length > 0 ? { [key]: items } : {});

const stated = (component: XmlElement, ...names: string[]): object =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = childText(component, name);
      return text === undefined ? [] : [[name, text]];
    }),
  );

/** Lists equal items once: the schema of XML allows any number, that of JSON only one, and what is left out here may have told them apart. */
const distinct = <T extends object>(items: readonly T[]): T[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
];

const componentsIn = (parent: XmlElement): object[] =>
  distinct(childrenIn(parent, 'components', 'component').map(componentOf));

/** The nesting of components equals the nesting of elements, which the parser bounds. */
const componentOf = (component: XmlElement): object => {
  const ref = component.attributes['bom-ref'];
  return {
    type: component.attributes['type'] ?? 'library',
    ...(ref !== undefined && { 'bom-ref': ref }),
    name: '',
    ...stated(component, 'group', 'name', 'version', 'scope', 'purl'),
    ...listed('licenses', licensesOf(component)),
    ...listed(
      'hashes',
      childrenIn(component, 'hashes', 'hash').map(({ attributes, text }) => ({
        alg: attributes['alg'] ?? '',
        content: text.trim(),
      })),
    ),
    ...listed(
      'properties',
      childrenIn(component, 'properties', 'property').map(({ attributes, text }) => ({
        name: attributes['name'] ?? '',
        value: text.trim(),
      })),
    ),
    ...listed('components', componentsIn(component)),
  };
};

/** The tools of a document, in the form that every version has: up to 1.4 they are no components. */
const toolsOf = (bom: XmlElement): object[] => {
  const tools = childOf(childOf(bom, 'metadata'), 'tools');
  const all = [
    ...childrenOf(tools, 'tool'),
    ...childrenIn(tools, 'components', 'component'),
    ...childrenIn(tools, 'services', 'service'),
  ];
  return all.map((tool) => stated(tool, 'name', 'version'));
};

const refOf = ({ attributes }: XmlElement): string => attributes['ref'] ?? '';

/**
 * Converts CycloneDX XML, versions 1.2 to 1.7, to the shape of its JSON, as far as an inventory needs it.
 * @throws UnreadableFile when it is not such a document, declares entities, or is nested too deeply.
 */
export const readCycloneDxXml = (text: string): object => {
  const bom = parseXml(text);
  const [specVersion] = Object.values(bom.attributes).flatMap((value) => namespace.exec(value)?.[1] ?? []);
  if (bom.name !== 'bom' || specVersion === undefined)
    throw new UnreadableFile('it is not a CycloneDX document of a supported version, 1.2 to 1.7');
  const subject = childOf(childOf(bom, 'metadata'), 'component');
  const tools = toolsOf(bom);
  const components = componentsIn(bom);
  const dependencies = childrenIn(bom, 'dependencies', 'dependency').map((dependency) => ({
    ref: refOf(dependency),
    dependsOn: [...new Set(childrenOf(dependency, 'dependency').map(refOf))],
  }));
  const compositions = childrenIn(bom, 'compositions', 'composition').map((composition) => ({
    aggregate: childText(composition, 'aggregate') ?? 'unknown',
  }));
  return {
    bomFormat: 'CycloneDX',
    specVersion,
    version: 1,
    ...((subject || tools.length > 0) && {
      metadata: {
        ...(tools.length > 0 && { tools }),
        ...(subject && { component: componentOf(subject) }),
      },
    }),
    components,
    ...listed('dependencies', distinct(dependencies)),
    ...(specVersion !== '1.2' && listed('compositions', distinct(compositions))),
  };
};
