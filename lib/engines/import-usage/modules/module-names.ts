import type { PackageEcosystem } from '@scangate/engines/model/component';
import { jvmPackages } from './jvm-packages.ts';
import { juliaModules, modulesOfHackage, modulesOfHex, modulesOfSwift } from './modules-by-convention.ts';
import { pythonModules } from './python-modules.ts';

/** The modules that a package provides. */
export interface PackageModules {
  modules: readonly string[];
  /** True when the package provides no module of another name, so that code without these does not import it. */
  complete: boolean;
}

type ModulesOf = (name: string) => PackageModules;

const complete = (...modules: string[]): PackageModules => ({ modules, complete: true });
const atLeast = (...modules: string[]): PackageModules => ({ modules, complete: false });

/** In a few cases the library of a crate has another name than the crate, most of which its name reveals. */
const cratesWithOtherNames = /^rust-|-rs$|-rust$|^(?:md-5|sha-1|rustc-serialize|lib.{1,60}-sys)$/;

const ofTable =
  (known: Readonly<Record<string, readonly string[]>>, guess: (name: string) => string): ModulesOf =>
  (name) => {
    const stated = Object.hasOwn(known, name) ? known[name] : undefined;
    return stated ? complete(...stated) : atLeast(guess(name));
  };

/**
 * Packages of npm that are used without their name in the code: compilers write the imports of run-time libraries, tools
 * find plugins by short names, frameworks load drivers and renderers.
 */
const usedWithoutName = [
  /^(?:react|react-dom|preact|vue|svelte|solid-js|inferno|astro|lit|nuxt|next)$/,
  /^(?:core-js|core-js-pure|regenerator-runtime|tslib|@swc\/helpers|@babel\/runtime(?:-corejs\d)?)$/,
  /^@(?:babel|swc|vitejs|storybook|commitlint|semantic-release|nestjs|vue|sveltejs|astrojs|nuxt|nuxtjs|types)\//,
  /(?:^|\/)(?:eslint|stylelint|prettier|babel|jest|rollup|vite|postcss|karma|grunt|gulp|semantic-release|remark|rehype|commitlint|generator|hubot|mocha|nyc|textlint|serverless|tslint|parcel|metro)(?:-|$)/,
  /^@[^/]{1,200}\/(?:eslint|babel|prettier|stylelint)-/,
  /^@(?:wdio|docusaurus|graphql-codegen|parcel|angular-eslint|capacitor|nestjs-modules|strapi|backstage)\//,
  /(?:^|\/)(?:hexo|gatsby|ember|egg|docusaurus|wdio|homebridge|node-red|testcafe|nightwatch|typedoc-plugin|vue-cli-plugin|cordova-plugin|gitbook-plugin|conventional-changelog|broccoli|metalsmith|cz|nativescript|strapi|cypress)-/,
  // What others load where it is installed.
  /^(?:bufferutil|utf-8-validate|encoding|supports-color|sass|sass-embedded|node-sass|less|stylus|typescript|ts-node|tsx|canvas|fsevents|cpu-features|iconv-lite|hiredis|kerberos|snappy|aws4|pino-pretty|source-map-support|nodemailer|bson-ext|graphql|webpack-cli|webpack-dev-server)$/,
  /-(?:loader|plugin|preset|adapter|driver|dialect|transport|reporter|environment)$/,
  /^(?:pg|pg-native|pg-hstore|mysql2?|mariadb|tedious|oracledb|mssql|sqlite3|better-sqlite3|sql\.js|mongodb|redis|ioredis|ibm_db)$/,
];

/**
 * Packages of Python that others load where they are installed, without code that names them: parsers, engines of
 * tables and pictures, backends of caches and passwords.
 */
const loadedByOthers: ReadonlySet<string> = new Set(
  `bcrypt beautifulsoup4 certifi cffi chardet charset-normalizer cryptography dask defusedxml
  dnspython docutils gevent h11 httpx idna itsdangerous jinja2 joblib lxml markdown markdown-it-py
  markupsafe matplotlib numpy oauthlib pandas pillow protobuf psutil pyarrow pycryptodome pygments
  pymongo pyopenssl python-dateutil python-dotenv python-multipart pytz pyyaml redis scipy
  simplejson sqlalchemy sqlparse tensorflow torch tornado tqdm twisted ujson urllib3 websockets
  zipp`.split(/\s+/),
);

const modulesOf: Partial<Record<PackageEcosystem, ModulesOf>> = {
  npm: (name) => (usedWithoutName.some((one) => one.test(name)) ? atLeast(name) : complete(name)),
  // Every package of Go is built with these, and imports parts of them by other names.
  Go: (name) => (name === 'stdlib' || name === 'toolchain' ? atLeast(name) : complete(name)),
  Pub: (name) => complete(name),
  'crates.io': (name) => {
    const module = name.replaceAll('-', '_');
    return cratesWithOtherNames.test(name) ? atLeast(module) : complete(module);
  },
  PyPI: (name) => {
    const known = ofTable(pythonModules, () => name.replaceAll('-', '_'))(name);
    return loadedByOthers.has(name) ? atLeast(...known.modules) : known;
  },
  Maven: (name) => {
    const [group = ''] = name.split(':', 1);
    return ofTable(jvmPackages, () => group)(name);
  },
  RubyGems: (name) => atLeast(name, name.replaceAll('-', '/'), name.replaceAll('-', '_')),
  NuGet: (name) => atLeast(name),
  // In R and Elixir, packages load others that are merely installed; the lockfiles of the rest but Julia state no graph.
  CRAN: (name) => atLeast(name),
  Bioconductor: (name) => atLeast(name),
  Hackage: (name) => atLeast(...modulesOfHackage(name)),
  Hex: (name) => atLeast(...modulesOfHex(name)),
  Julia: juliaModules,
  opam: (name) => atLeast(name.replaceAll('-', '_').toLowerCase()),
  SwiftURL: (name) => atLeast(...modulesOfSwift(name)),
};

/** Returns the modules by which code imports a package; undefined for ecosystems whose code is not read. */
export const packageModules = (ecosystem: PackageEcosystem, name: string): PackageModules | undefined =>
  modulesOf[ecosystem]?.(name);
