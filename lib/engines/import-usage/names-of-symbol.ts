import type { PackageEcosystem } from '../model/component.ts';
import { codeLanguages } from './code-languages.ts';

/** Ecosystems whose code may call `getName` or `get_Name` by the name of a property. */
const withProperties: ReadonlySet<PackageEcosystem> = new Set(['Maven', 'NuGet']);
const accessor = /^(?:get|set|is)_?([A-Z]\w*)$/;

const caseless: ReadonlySet<PackageEcosystem> = new Set(
  codeLanguages.flatMap(({ ecosystem, caseless: isCaseless }) => (isCaseless ? [ecosystem] : [])),
);

/** A receiver of Go: `(*Decoder)` of `(*Decoder).Decode`. */
const receiver = /\(\*?([\w.]{1,200})\)(?=\.)/g;

/** The symbol without parameters and types: `a.B` of `a.B.<init>(int)`. */
const plainSymbol = (symbol: string): string =>
  (symbol.replaceAll(receiver, '$1').split('(', 1)[0] ?? '').replaceAll(/<[^<>]*>/g, '');

/**
 * Lists the names by which code may refer to a symbol: its last part, as in `Decoder.Decode` and `yaml::load`, and the property
 * or the attribute that languages of the JVM and of .NET make of it. Those of a language that ignores case are in lower case.
 */
export const namesOfSymbol = (symbol: string, ecosystem: PackageEcosystem): string[] => {
  const last =
    plainSymbol(symbol)
      .match(/[A-Za-z_$][\w$]{0,200}/g)
      ?.at(-1) ?? symbol;
  const names = [last];
  const [, property] = withProperties.has(ecosystem) ? (accessor.exec(last) ?? []) : [];
  if (property !== undefined)
    names.push(property, property.charAt(0).toLowerCase() + property.slice(1), `is${property}`);
  if (ecosystem === 'NuGet' && /.Attribute$/.test(last)) names.push(last.replace(/Attribute$/, ''));
  return caseless.has(ecosystem) ? [...new Set(names.map((name) => name.toLowerCase()))] : names;
};
