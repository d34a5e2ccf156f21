import {
  inputsFor,
  base64Of,
  each,
  hexOf,
  nameOf,
  needsOf,
  textOfEach,
  versionOf,
  type LockfileInput,
} from './lockfile-input.ts';

const [xml, plain] = [inputsFor('XML parser'), inputsFor('tokens')];

const distribution = (index: number, count: number): string =>
  `  P${index}-${versionOf(index)}\n    pathname: A/AU/AUTHOR/P${index}-${versionOf(index)}.tar.gz\n    provides:\n      P${index} ${versionOf(index)}\n      P${index}::Part undef\n    requirements:\n      ExtUtils::MakeMaker 0\n${needsOf(
    index,
    count,
  )
    .map((need) => `      P${need} 0\n`)
    .join('')}`;

const treeOf = (
  count: number,
  lineOf: (index: number, prefix: string, isLast: boolean) => string,
  bar: string,
  gap: string,
): string => {
  const lines: string[] = [];
  const open: { index: number; prefix: string; isLast: boolean }[] = [{ index: 0, prefix: '', isLast: true }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { index, prefix, isLast } = next;
    lines.push(lineOf(index, prefix, isLast));
    const inner = index === 0 ? '' : `${prefix}${isLast ? gap : bar}`;
    const needs = needsOf(index, count);
    for (const need of needs.toReversed())
      open.push({ index: need, prefix: inner, isLast: need === needs.at(-1) });
  }
  return `${lines.join('\n')}\n`;
};

const javaModule = (index: number): string => `org.example:${nameOf(index)}`;

/** Generated lockfiles in formats of their own, and one in XML. */
export const textLockfiles: readonly LockfileInput[] = [
  plain('requirements', 'requirements.txt', (count) =>
    textOfEach(
      count,
      (index) =>
        `${nameOf(index)}==${versionOf(index)} \\\n    --hash=sha256:${hexOf(index)} \\\n    --hash=sha256:${hexOf(index + 1)}\n    # via ${nameOf(Math.max(index - 1, 0))}\n`,
    ),
  ),
  plain(
    'go-mod',
    'go.mod',
    (count) =>
      `module example.com/app\n\ngo 1.22.1\n\nrequire (\n${textOfEach(count, (index) => `\tgithub.com/acme/${nameOf(index)} v${versionOf(index)}${index < 50 ? '' : ' // indirect'}\n`)})\n`,
  ),
  plain('go-sum', 'go.sum', (count) =>
    textOfEach(
      count,
      (index) =>
        `github.com/acme/${nameOf(index)} v${versionOf(index)} h1:${base64Of(index, 43)}=\ngithub.com/acme/${nameOf(index)} v${versionOf(index)}/go.mod h1:${base64Of(index + 1, 43)}=\n`,
    ),
  ),
  plain(
    'go-work',
    'go.work',
    (count) =>
      `go 1.22.1\n\nuse ./app\n\nreplace (\n${textOfEach(count, (index) => `\tgithub.com/acme/${nameOf(index)} => github.com/fork/${nameOf(index)} v${versionOf(index)}\n`)})\n`,
  ),
  plain(
    'gemfile-lock',
    'Gemfile.lock',
    (count) =>
      `GEM\n  remote: https://rubygems.org/\n  specs:\n${textOfEach(
        count,
        (index) =>
          `    ${nameOf(index)} (${versionOf(index)})\n${needsOf(index, count)
            .map((need) => `      ${nameOf(need)} (>= 1)\n`)
            .join('')}`,
      )}\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  ${nameOf(0)}\n\nCHECKSUMS\n${textOfEach(count, (index) => `  ${nameOf(index)} (${versionOf(index)}) sha256=${hexOf(index)}\n`)}\nBUNDLED WITH\n   2.5.6\n`,
  ),
  plain(
    'gradle-lockfile',
    'gradle.lockfile',
    (count) =>
      `# This is a Gradle generated file for dependency locking.\n${textOfEach(count, (index) => `${javaModule(index)}:${versionOf(index)}=compileClasspath,runtimeClasspath,testCompileClasspath,testRuntimeClasspath\n`)}empty=annotationProcessor\n`,
  ),
  plain(
    'mix-lock',
    'mix.lock',
    (count) =>
      `%{\n${textOfEach(
        count,
        (index) =>
          `  "p${index}": {:hex, :p${index}, "${versionOf(index)}", "${hexOf(index)}", [:mix], [${needsOf(
            index,
            count,
          )
            .map((need) => `{:p${need}, "~> 1.0", [hex: :p${need}, repo: "hexpm", optional: false]}`)
            .join(', ')}], "hexpm", "${hexOf(index + 1)}"},\n`,
      )}}\n`,
  ),
  plain(
    'rebar-lock',
    'rebar.lock',
    (count) =>
      `{"1.2.0",\n[${each(count, (index) => `{<<"p${index}">>,{pkg,<<"p${index}">>,<<"${versionOf(index)}">>},${index < 50 ? 0 : 1}}`).join(',\n ')}]}.\n[\n{pkg_hash,[\n${each(count, (index) => ` {<<"p${index}">>, <<"${hexOf(index).toUpperCase()}">>}`).join(',\n')}]},\n{pkg_hash_ext,[\n${each(count, (index) => ` {<<"p${index}">>, <<"${hexOf(index + 1).toUpperCase()}">>}`).join(',\n')}]}\n].\n`,
  ),
  plain(
    'paket-lock',
    'paket.lock',
    (count) =>
      `RESTRICTION: == net8.0\nNUGET\n  remote: https://api.nuget.org/v3/index.json\n${textOfEach(
        count,
        (index) =>
          `    ${nameOf(index)} (${versionOf(index)})\n${needsOf(index, count)
            .map((need) => `      ${nameOf(need)} (>= ${versionOf(need)}) - restriction: >= netstandard2.0\n`)
            .join('')}`,
      )}`,
  ),
  plain(
    'cabal-freeze',
    'cabal.project.freeze',
    (count) =>
      `active-repositories: hackage.haskell.org:merge\nconstraints: ${each(count, (index) => `any.${nameOf(index)} ==${versionOf(index)}`).join(',\n             ')}\nindex-state: hackage.haskell.org 2024-03-01T00:00:00Z\n`,
  ),
  plain(
    'cpan-snapshot',
    'cpanfile.snapshot',
    (count) =>
      `# carton snapshot format: version 1.0\nDISTRIBUTIONS\n${textOfEach(count, (index) => distribution(index, count))}`,
  ),
  plain(
    'opam-locked',
    'app.opam.locked',
    (count) =>
      `opam-version: "2.0"\nname: "app"\nversion: "dev"\ndepends: [\n${textOfEach(count, (index) => `  "${nameOf(index)}" {= "${versionOf(index)}"}\n`)}]\n`,
  ),
  plain(
    'luarocks-lock',
    'luarocks.lock',
    (count) =>
      `return {\n   dependencies = {\n${textOfEach(count, (index) => `      ["${nameOf(index)}"] = "${versionOf(index)}-1",\n`)}   }\n}\n`,
  ),
  plain('terraform-lock', '.terraform.lock.hcl', (count) =>
    textOfEach(
      count,
      (index) =>
        `provider "registry.terraform.io/acme/${nameOf(index)}" {\n  version     = "${versionOf(index)}"\n  constraints = "~> 1.0"\n  hashes = [\n    "h1:${base64Of(index, 43)}=",\n    "zh:${hexOf(index)}",\n  ]\n}\n\n`,
    ),
  ),
  plain('tool-versions', '.tool-versions', (count) =>
    textOfEach(count, (index) => `${nameOf(index)} ${versionOf(index)}\n`),
  ),
  plain('maven-tree', 'dependency-tree.txt', (count) =>
    treeOf(
      count,
      (index, prefix, isLast) =>
        index === 0
          ? `org.example:app:jar:1.0`
          : `${prefix}${isLast ? '\\- ' : '+- '}${javaModule(index)}:jar:${versionOf(index)}:compile`,
      '|  ',
      '   ',
    ),
  ),
  plain(
    'gradle-dependencies',
    'gradle-dependencies.txt',
    (count) =>
      `\n------------------------------------------------------------\nRoot project 'app'\n------------------------------------------------------------\n\nruntimeClasspath - Runtime classpath of source set 'main'.\n${treeOf(
        count,
        (index, prefix, isLast) =>
          index === 0
            ? `+--- org.example:app:1.0`
            : `${prefix}${isLast ? '\\--- ' : '+--- '}${javaModule(index)}:${versionOf(index)}`,
        '|    ',
        '     ',
      )}\nA web-based, searchable dependency report is available by adding the --scan option.\n`,
  ),
  xml(
    'verification-metadata',
    'gradle/verification-metadata.xml',
    (count) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<verification-metadata xmlns="https://schema.gradle.org/dependency-verification">\n   <configuration>\n      <verify-metadata>true</verify-metadata>\n   </configuration>\n   <components>\n${textOfEach(
        count,
        (index) =>
          `      <component group="org.example" name="${nameOf(index)}" version="${versionOf(index)}">\n         <artifact name="${nameOf(index)}-${versionOf(index)}.jar">\n            <sha256 value="${hexOf(index)}" origin="Generated by Gradle"/>\n         </artifact>\n         <artifact name="${nameOf(index)}-${versionOf(index)}.pom">\n            <sha256 value="${hexOf(index + 1)}" origin="Generated by Gradle"/>\n         </artifact>\n      </component>\n`,
      )}   </components>\n</verification-metadata>\n`,
  ),
];
