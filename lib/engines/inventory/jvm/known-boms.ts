interface KnownBom {
  /** Groups in which every artifact has the version of the BOM. */
  groups: readonly string[];
  /** Artifacts in these groups that have versions of their own. */
  except?: RegExp;
  /** The BOM versions that this applies to; absent means all. */
  only?: RegExp;
}

const boot: KnownBom = { groups: ['org.springframework.boot'] };
const quarkus: KnownBom = { groups: ['io.quarkus'] };

/**
 * Well-known BOMs and parent POMs that release the artifacts of their own groups together with themselves, so
 * that the BOM's version is also theirs. Other artifacts they manage are unknown without the BOM's content.
 */
const knownBoms: ReadonlyMap<string, KnownBom> = new Map([
  ['org.springframework.boot:spring-boot-starter-parent', boot],
  ['org.springframework.boot:spring-boot-dependencies', boot],
  ['io.quarkus:quarkus-bom', quarkus],
  ['io.quarkus.platform:quarkus-bom', quarkus],
  ['org.springframework:spring-framework-bom', { groups: ['org.springframework'] }],
  ['org.springframework.security:spring-security-bom', { groups: ['org.springframework.security'] }],
  ['io.netty:netty-bom', { groups: ['io.netty'], except: /^netty-(?:tcnative|jni-util)/ }],
  [
    'org.apache.logging.log4j:log4j-bom',
    { groups: ['org.apache.logging.log4j'], except: /scala|kotlin|transform/ },
  ],
  [
    'org.eclipse.jetty:jetty-bom',
    { groups: ['org.eclipse.jetty', 'org.eclipse.jetty.http2', 'org.eclipse.jetty.websocket'] },
  ],
  ['org.apache.groovy:groovy-bom', { groups: ['org.apache.groovy'] }],
  ['org.assertj:assertj-bom', { groups: ['org.assertj'] }],
  ['software.amazon.awssdk:bom', { groups: ['software.amazon.awssdk'] }],
  ['io.grpc:grpc-bom', { groups: ['io.grpc'], except: /kotlin/ }],
  ['org.jetbrains.kotlin:kotlin-bom', { groups: ['org.jetbrains.kotlin'] }],
  ['org.junit:junit-bom', { groups: ['org.junit.jupiter', 'org.junit.vintage'] }],
  ['org.mockito:mockito-bom', { groups: ['org.mockito'] }],
  ['org.testcontainers:testcontainers-bom', { groups: ['org.testcontainers'] }],
  [
    'com.fasterxml.jackson:jackson-bom',
    {
      groups: [
        'com.fasterxml.jackson.core',
        'com.fasterxml.jackson.dataformat',
        'com.fasterxml.jackson.datatype',
        'com.fasterxml.jackson.module',
      ],
      except: /^jackson-annotations$/,
      // A fourth part means that one module was patched, but not which one.
      only: /^\d+\.\d+\.\d+$/,
    },
  ],
]);

export const isKnownBom = (name: string): boolean => knownBoms.has(name);

/** Returns the version that a known BOM gives an artifact, or undefined. */
export const versionFromBom = (
  bom: { name: string; version: string },
  { group, artifact }: { group: string; artifact: string },
): string | undefined => {
  const known = knownBoms.get(bom.name);
  if (!known?.groups.includes(group) || known.except?.test(artifact)) return undefined;
  return known.only && !known.only.test(bom.version) ? undefined : bom.version;
};
