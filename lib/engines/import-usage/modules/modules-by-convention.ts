/** Packages of Julia that only code which names them loads; others are also loaded by the kind of a file, or by a setting. */
const loadedByName: ReadonlySet<string> = new Set(
  `HTTP JSON JSON3 JSONTables Genie GenieFramework Oxygen Mux MbedTLS OpenSSL URIs WebSockets Sockets LibPQ SQLite MySQL
  LightXML EzXML XML YAML ZMQ Redis Mongoc AWS AWSS3 JWTs Nettle SHA MD5 Base64 Downloads LibCURL LibGit2 LibSSH2 Tar ZipFile
  ZipArchives CodecZlib CodecZstd TranscodingStreams Mustache Markdown CommonMark Cascadia Gumbo SMTPClient FTPClient LDAPClient
  gRPCClient ProtoBuf MsgPack BSON Serialization Random Printf DelimitedFiles`.split(/\s+/),
);

/** Returns the module of a package of Julia, which has its name, and whether only code that names it loads it. */
export const juliaModules = (name: string) => ({ modules: [name], complete: loadedByName.has(name) });

/** Modules of Hex packages that their name does not show, in lower case. */
const hexModules: Readonly<Record<string, readonly string[]>> = {
  ecto_sql: ['ecto.adapters', 'ecto.migration', 'ecto.migrator'],
  phoenix_live_view: ['phoenix.liveview', 'phoenix.livecomponent', 'phoenix.component'],
  phoenix_html: ['phoenix.html'],
  plug_cowboy: ['plug.cowboy'],
  plug_crypto: ['plug.crypto'],
  ueberauth_google: ['ueberauth.strategy.google'],
  httpoison: ['httpoison'],
  hackney: ['hackney', 'hackney_url'],
  cowboy: ['cowboy', 'cowboy_req', 'cowboy_router', 'cowboy_rest', 'cowboy_websocket'],
  cowlib: ['cow_http', 'cow_qs', 'cow_cookie', 'cow_uri'],
  jose: ['jose', 'jose_jwt', 'jose_jwk', 'jose_jws'],
  decimal: ['decimal'],
};

/**
 * Lists the modules that the name of a Hex package suggests, in lower case: `plug.cowboy` and `plugcowboy` for `plug_cowboy`, and
 * itself for one of Erlang.
 */
export const modulesOfHex = (name: string): string[] => {
  const parts = name.split('_', 6);
  const dotted = parts.slice(1).map((_, at) => {
    const above = parts.slice(0, at + 1);
    return [...above, parts.slice(at + 1).join('')].join('.');
  });
  return [...new Set([name, parts.join(''), ...dotted, ...(hexModules[name] ?? [])])];
};

/** Modules of Swift packages that their address does not show, in lower case. */
const swiftModules: Readonly<Record<string, readonly string[]>> = {
  'github.com/apple/swift-nio': [
    'nio',
    'niocore',
    'nioposix',
    'niohttp1',
    'niowebsocket',
    'niotls',
    'nioembedded',
    'niofoundationcompat',
    'nioconcurrencyhelpers',
    'niotestutils',
    'niofilesystem',
  ],
  'github.com/apple/swift-nio-http2': ['niohttp2', 'niohpack'],
  'github.com/apple/swift-nio-ssl': ['niossl'],
  'github.com/apple/swift-nio-extras': ['nioextras', 'niohttpcompression', 'niosocks'],
  'github.com/apple/swift-log': ['logging'],
  'github.com/apple/swift-protobuf': ['swiftprotobuf'],
  'github.com/apple/swift-collections': ['collections', 'dequemodule', 'orderedcollections'],
  'github.com/grpc/grpc-swift': ['grpc', 'grpccore', 'grpcnio'],
  'github.com/swift-server/async-http-client': ['asynchttpclient'],
  'github.com/getsentry/sentry-cocoa': ['sentry', 'sentryswiftui'],
  'github.com/reactivex/rxswift': ['rxswift', 'rxcocoa', 'rxrelay', 'rxtest', 'rxblocking'],
  'github.com/realm/realm-swift': ['realmswift', 'realm'],
  'github.com/stephencelis/sqlite.swift': ['sqlite'],
};

/** Lists the modules that the address of a Swift package suggests, in lower case: `argumentparser` for `…/swift-argument-parser`. */
export const modulesOfSwift = (address: string): string[] => {
  const name = address.slice(address.lastIndexOf('/') + 1);
  const plain = name.replace(/^swift-|[-.]swift$/g, '').replaceAll(/[-.]/g, '');
  const whole = name.replaceAll(/[-.]/g, '');
  return [...new Set([plain, whole, ...(swiftModules[address] ?? [])])].filter((module) => module !== '');
};

/** The modules of Haskell packages, whose names do not show them. */
const hackageModules: Readonly<Record<string, readonly string[]>> = {
  aeson: ['Data.Aeson'],
  attoparsec: ['Data.Attoparsec'],
  base64: ['Data.ByteString.Base64', 'Data.Text.Encoding.Base64'],
  'base64-bytestring': ['Data.ByteString.Base64'],
  blaze: ['Text.Blaze'],
  'blaze-html': ['Text.Blaze.Html'],
  bytestring: ['Data.ByteString'],
  containers: ['Data.Map', 'Data.Set', 'Data.IntMap', 'Data.Sequence', 'Data.Tree', 'Data.Graph'],
  cryptonite: ['Crypto'],
  crypton: ['Crypto'],
  hashable: ['Data.Hashable'],
  'http-client': ['Network.HTTP.Client'],
  'http-client-tls': ['Network.HTTP.Client.TLS'],
  'http-conduit': ['Network.HTTP.Conduit', 'Network.HTTP.Simple'],
  'http-types': ['Network.HTTP.Types'],
  network: ['Network.Socket'],
  'network-uri': ['Network.URI'],
  pandoc: ['Text.Pandoc'],
  persistent: ['Database.Persist'],
  'postgresql-simple': ['Database.PostgreSQL.Simple'],
  process: ['System.Process', 'System.Cmd'],
  scotty: ['Web.Scotty'],
  servant: ['Servant'],
  'servant-server': ['Servant.Server'],
  'sqlite-simple': ['Database.SQLite.Simple'],
  text: ['Data.Text'],
  tls: ['Network.TLS'],
  'unordered-containers': ['Data.HashMap', 'Data.HashSet'],
  wai: ['Network.Wai'],
  warp: ['Network.Wai.Handler.Warp'],
  'warp-tls': ['Network.Wai.Handler.WarpTLS'],
  x509: ['Data.X509'],
  'x509-validation': ['Data.X509.Validation'],
  'xml-conduit': ['Text.XML'],
  yaml: ['Data.Yaml'],
  yesod: ['Yesod'],
  'yesod-core': ['Yesod.Core'],
  zlib: ['Codec.Compression.GZip', 'Codec.Compression.Zlib'],
};

/** Lists the known modules of a Haskell package. */
export const modulesOfHackage = (name: string): readonly string[] =>
  Object.hasOwn(hackageModules, name) ? (hackageModules[name] ?? []) : [];
