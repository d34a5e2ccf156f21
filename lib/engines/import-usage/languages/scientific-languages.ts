import type { CodeLanguage } from '../code-languages.ts';
import { having, type TextTest } from '../text-test.ts';
import { anyName } from './members.ts';

/** The Kelvin sign as UTF-8, which Julia takes for K. */
const kelvin = '\xe2\x84\xaa';

const longestImport = 300;

/** Returns whether a package to import is put in from elsewhere, as in `using $name`; lists go on after a comma. */
const interpolatesImport = (text: string): boolean =>
  [...text.matchAll(/\b(?:using|import)\b/g)].some(({ index }) => {
    const [statement = ''] = text.slice(index, index + longestImport).split(/(?<![,\s])\n/, 1);
    return statement.includes('$');
  });

/** Returns whether a line runs Julia with a variable, a pipe or a file, or as a command in quotes. */
const runsComputed = (text: string): boolean =>
  text.split('\n').some((line) => {
    const at = line.search(/\bjulia\b/);
    return (
      at !== -1 &&
      (line.includes('`') || (/^julia[ \t]/.test(line.slice(at)) && /[$<|]/.test(line.slice(at))))
    );
  });

/** Each matches code of Julia that may load a package which its text does not name. */
const juliaDynamic: readonly TextTest[] = [
  // Code that is made at run time: of a text, of an expression, by a macro.
  /\b(?:\w{0,40}eval|evalfile|remotecall\w{0,40}|remote_do|parse_input_line|_require\w{0,40}|everywhere|include_string|parseall|parseatom|invokelatest|PkgId|identify_package|require_by_id|maybe_root_module|loaded_modules|root_module|get_extension|Meta|require|deserialize|jl_\w{1,40})\b|\bget(?:field|property|global)\s{0,20}\(\s{0,20}(?:Base|Core)\b|\b(?:Symbol|Expr)\s{0,20}[(.]|(?:[(,=|>]|\bmap)\s{0,20}(?:Symbol|Expr)\b/,
  { test: interpolatesImport },
  /:\s{0,20}(?:using|import)\b/,
  // A file whose name is not stated, or is none of Julia.
  having(
    ['include'],
    /\bincludet?\b(?!\s{0,20}\(\s{0,20}"[^"\n\\$]{0,200}\.jl"\s{0,20}\))\s{0,20}[(.,);\]]|[(,=|>]\s{0,20}includet?\b(?!\s{0,20}\(\s{0,20}"[^"\n\\$]{0,200}\.jl"\s{0,20}\))/,
  ),
  // Packages that load others by the kind of a file, or run the code in documents.
  /\b(?:FileIO|ImageIO|Images|ImageShow|Makie|\w{1,20}Makie|Plots|StatsPlots|Documenter|Franklin|Weave|Literate|Pluto|QuartoNotebookRunner|IJulia|Requires|JLD2|BSON|PackageCompiler|JuliaInterpreter|RCall|PyCall|PythonCall|CxxWrap|JavaCall)\b/,
  // The language as a program.
  /\bjulia_cmd\b|\bjulia_exename\b|["']julia["']|\|[ \t]{0,8}julia\b/,
  having(['julia'], { test: runsComputed }),
  { test: (text) => text.includes(kelvin) },
];

/** The languages of statistics and numerics. */
export const scientificLanguages: readonly CodeLanguage[] = [
  {
    ecosystem: 'Julia',
    code: ['jl'],
    // Code of others may run Julia inside its own process, and a notebook is not read as code.
    unread: ['ipynb', 'py', 'r', 'c', 'h', 'cc', 'cpp', 'cxx', 'hh', 'hpp'],
    mention:
      /\b(?:using|import)[ \t]{1,20}([A-Za-z_]\w{0,80}(?:\.\w{1,80}){0,8}(?:[ \t]{1,20}as[ \t]{1,20}\w{1,80})?(?:[ \t]{0,20},\s{0,20}[A-Za-z_]\w{0,80}(?:\.\w{1,80}){0,8}(?:[ \t]{1,20}as[ \t]{1,20}\w{1,80})?){0,40})|\b([A-Za-z_]\w{0,80})/g,
    importedAfter: /\b(?:using|import)[ \t]{1,20}$/,
    anywhere: /\b([A-Za-z_]\w{0,80})/g,
    separator: '.',
    dynamic: juliaDynamic,
    member: anyName,
  },
  ...(['CRAN', 'Bioconductor'] as const).map((ecosystem): CodeLanguage => ({
    ecosystem,
    code: ['r'],
    // `library(httr)`, `requireNamespace("httr")`, `httr::GET`, `@importFrom httr GET`.
    mention:
      /\b(?:library|require|requireNamespace|loadNamespace|attachNamespace)\s{0,20}\(\s{0,20}(?:package\s{0,20}=\s{0,20})?["']?([A-Za-z][\w.]{0,80})|(?:^|[^\w.:])([A-Za-z][\w.]{0,80})(?=:::?[\w.`])|@import(?:From)?[ \t]{1,20}([A-Za-z][\w.]{0,80})/gm,
    separator: '\0',
    member: /((?:\.[A-Za-z_]|[A-Za-z])[\w.]{0,80})/g,
  })),
];
