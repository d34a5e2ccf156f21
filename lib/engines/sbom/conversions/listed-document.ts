import type { ComponentHash } from '@scangate/engines/model/component';
import { asList, asText, member } from '@scangate/engines/inventory/parse/untrusted-value';

/** A package as listed in a document of another format. */
export interface ListedPackage {
  /** Identifies it within the document. */
  id: string;
  /** Empty where the document states none that could be used: without a package URL it is then told as unread. */
  name: string;
  version?: string | undefined;
  purl?: string | undefined;
  /** SPDX expression or free text. */
  license?: string | undefined;
  hashes?: ComponentHash[];
  /** CycloneDX's type; a library by default. */
  type?: 'operating-system';
  isDevelopment?: boolean;
  properties?: readonly (readonly [name: string, value: string])[];
}

/** A tool that took part in making a document. */
export interface ListedTool {
  name: string;
  version?: string | undefined;
}

/** Reads a tool that SPDX names with its version: `syft-1.4.1`. */
export const toolNamed = (tool: string): ListedTool => {
  const at = tool.search(/-v?\d/);
  return at > 0 ? { name: tool.slice(0, at), version: tool.slice(at + 1) } : { name: tool };
};

/** A document in the terms that all formats share. */
export interface ListedDocument {
  tools?: readonly ListedTool[];
  /** The package that the document is about; it is listed only when it is the only one. */
  subject?: string | undefined;
  packages: ListedPackage[];
  /** The ids of a package and of one of its dependencies. */
  edges: (readonly [from: string, to: string])[];
  /** Set where the document visibly lacks a part. */
  isIncomplete?: true;
}

const longestVersion = 512;

const expressionForm = /^[\w.+:() -]{1,512}$/;

/** Returns a function that writes licenses. Packages with the same license share the list that states it. */
const licenseWriter = (): ((license: string) => object[]) => {
  const written = new Map<string, object[]>();
  return (license) => {
    let licenses = written.get(license);
    if (!licenses) {
      licenses = [expressionForm.test(license) ? { expression: license } : { license: { name: license } }];
      written.set(license, licenses);
    }
    return licenses;
  };
};

const isStated = (license: string | undefined): license is string =>
  license !== undefined && license !== 'NOASSERTION' && license !== 'NONE';

/** Returns a function that writes a component with a ref. */
const componentWriter = (): ((listed: ListedPackage, ref: string) => object) => {
  const licensesOf = licenseWriter();
  return (listed, ref) => {
    const { name, version, purl, license, hashes, type = 'library', isDevelopment, properties } = listed;
    const component: Record<string, unknown> = { type, 'bom-ref': ref, name };
    // Members are added one by one: an image may have a hundred thousand packages.
    if (version !== undefined) component['version'] = version.slice(0, longestVersion);
    if (isDevelopment) component['scope'] = 'excluded';
    if (hashes && hashes.length > 0)
      component['hashes'] = hashes.map(({ alg, content }) => ({ alg, content }));
    if (isStated(license)) component['licenses'] = licensesOf(license);
    if (purl !== undefined) component['purl'] = purl;
    if (properties && properties.length > 0)
      component['properties'] = properties.map(([key, value]) => ({ name: key, value }));
    return component;
  };
};

/** Gives each package a ref of its own: of several with the same id, the first one keeps it. */
const refsOf = (packages: readonly ListedPackage[]): string[] => {
  const taken = new Set<string>();
  return packages.map(({ id }, at) => {
    const ref = taken.has(id) ? `${id} ${at + 1}` : id;
    taken.add(ref);
    return ref;
  });
};

/** Lists each tool once: documents that were merged name the same one several times, which the schema does not allow. */
const toolsOf = (tools: readonly ListedTool[]): object => {
  const listed = tools.map(({ name, version }) => ({
    type: 'application',
    name,
    ...(version !== undefined && { version: version.slice(0, longestVersion) }),
  }));
  return { components: [...new Map(listed.map((tool) => [JSON.stringify(tool), tool])).values()] };
};

/** Writes a document as CycloneDX 1.6. Edges to unlisted packages are kept, so that they are reported. */
export const cycloneDxOf = (document: ListedDocument): object => {
  const { tools = [], subject, packages, edges, isIncomplete } = document;
  const refs = refsOf(packages);
  const about =
    packages.length > 1 && subject !== undefined ? packages.findIndex(({ id }) => id === subject) : -1;
  const components: object[] = [];
  const componentOf = componentWriter();
  for (let at = 0; at < packages.length; at += 1)
    if (at !== about) components.push(componentOf(packages[at]!, refs[at] ?? ''));
  const known = new Set(edges.length > 0 ? refs : []);
  const targets = new Map<string, Set<string>>();
  for (const [from, to] of edges) {
    if (!known.has(from) || from === to) continue;
    const dependsOn = targets.get(from) ?? new Set();
    targets.set(from, dependsOn.add(to));
  }
  const described = about === -1 ? undefined : packages[about];
  const metadata = {
    ...(tools.length > 0 && { tools: toolsOf(tools) }),
    ...(described && { component: { ...componentOf(described, refs[about] ?? ''), type: 'application' } }),
  };
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    ...(Object.keys(metadata).length > 0 && { metadata }),
    components,
    dependencies: [...targets].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn] })),
    ...(isIncomplete && { compositions: [{ aggregate: 'incomplete' }] }),
  };
};

/** Reads a list of strings; a string that is too long or empty is left out. */
export const textsIn = (value: unknown): string[] =>
  asList(value).flatMap((each) => asText(each, longest) ?? []);

/** The longest text that is read of a member, unless it may be longer. */
export const longest = 2048;

/** Reads a string member. */
export const textAt = (value: unknown, key: string, maxLength = longest): string | undefined =>
  asText(member(value, key), maxLength);

/** Reads the name of a package; empty where it cannot be used. */
export const nameAt = (value: unknown, key: string): string => textAt(value, key) ?? '';
