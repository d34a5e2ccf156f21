import type { Sanitizer } from '@scangate/engines/sast/rule';
import { prefixOf } from '@scangate/engines/sast/taint/value';
import { hasFixedHost } from './conditions.ts';

const replacesBreaks = /\\[rn]|[\r\n]|\[\^/;

/** Lookups return stored data, not their argument. */
const lookup =
  /\.(?:find(?!All$)|load(?:By|User)|count|exists|is|has|can|should|verify|validate|check|matches|compare)(?:[A-Z]\w*)?$/;

/** Classes that store or fetch data, which they return. */
const elsewhere = /(?:Repository|Dao|DAO|Mapper|Client|Service|Store)(?:Impl)?$/;

export const sanitizers: readonly Sanitizer[] = [
  {
    call: [
      '{Integer,Long,Short,Byte,Double,Float}.{parseInt,parseLong,parseShort,parseByte,parseDouble,parseFloat,valueOf,decode}',
      'Boolean.{parseBoolean,valueOf}',
      '{UUID,LocalDate,LocalDateTime,Instant}.{fromString,parse}',
      '{BigDecimal,BigInteger}',
      'NumberUtils.{toInt,toLong}',
      '*.{length,size,equals,equalsIgnoreCase,isEmpty,isBlank,indexOf,lastIndexOf,hashCode,contains,containsKey,startsWith,endsWith,getClass,ordinal,compareTo,intValue,longValue,isPresent}',
      '*.{executeQuery,executeUpdate,getResultList,getSingleResult,doFinal,digest,exists,lastModified}',
      '{JdbcTemplate,NamedParameterJdbcTemplate,JdbcOperations,jdbcTemplate}.{query,queryForList,queryForObject,queryForMap,queryForRowSet,update}',
      '*.{encode,matches}',
    ],
    cleans: 'all',
    when: ({ names, receiver }) =>
      !names.some((name) => name.endsWith('.encode')) ||
      /Password|passwordEncoder|bcrypt/i.test(`${receiver?.type ?? ''}${receiver?.path ?? ''}`),
  },
  // The call returns the answer of another service.
  {
    call: [
      '{RestTemplate,RestOperations,restTemplate}.{getForObject,getForEntity,postForObject,postForEntity,exchange}',
      '{HttpClient,CloseableHttpClient,OkHttpClient}.{send,execute}',
      '{URL,URL(),URLConnection,HttpURLConnection}.{openConnection,openStream,getContent,getInputStream}',
      'HttpUtil.{get,post}',
      'Jsoup.connect',
      '{ProcessBuilder,ProcessBuilder()}.start',
      'Runtime.exec',
      '*.getRuntime().exec',
      '*.{parseExpression,eval,evaluate,selectNodes,selectSingleNode}',
      '{DirContext,InitialDirContext,LdapContext,ctx}.search',
    ],
    cleans: 'all',
  },
  { call: ['*.*'], cleans: 'all', guess: true, when: ({ names }) => names.some((name) => lookup.test(name)) },
  { call: ['*.*'], cleans: 'all', guess: true, when: ({ receiver }) => elsewhere.test(receiver?.type ?? '') },
  {
    call: [
      '*.{encodeForHTML,encodeForHTMLAttribute,encodeForJavaScript,encodeForCSS,encodeForXML,encodeForXMLAttribute}',
      '*.{htmlEscape,htmlEscapeDecimal,htmlEscapeHex,escapeHtml,escapeHtml3,escapeHtml4,escapeXml,escapeXml10,escapeXml11,escapeHTML,stripXSS}',
      'Encode.{forHtml,forHtmlContent,forHtmlAttribute,forHtmlUnquotedAttribute,forJavaScript,forCssString,forXml,forUriComponent}',
      'Jsoup.clean',
      'PolicyFactory.sanitize',
      '*.htmlEscaper().escape',
    ],
    cleans: ['xss'],
  },
  {
    call: [
      'URLEncoder.encode',
      'UriUtils.{encode,encodePath,encodePathSegment,encodeQueryParam}',
      '*.encodeForURL',
    ],
    cleans: ['xss', 'header', 'redirect', 'log', 'ssrf', 'path'],
  },
  { call: ['*.{escapeXml,escapeXml10,escapeXml11,encodeForXML,forXml}'], cleans: ['xpath'] },
  { call: ['*.encodeForSQL'], cleans: ['sql'] },
  { call: ['*.{encodeForOS}'], cleans: ['command'] },
  {
    call: ['*.{encodeForLDAP,encodeForDN,filterEncode,nameEncode,escapeLDAPSearchFilter}'],
    cleans: ['ldap'],
  },
  { call: ['*.encodeForXPath'], cleans: ['xpath'] },
  {
    call: [
      'FilenameUtils.{getName,getBaseName,getExtension}',
      '*.getFileName',
      '*.getFilenameExtension',
      'File.getName',
      'File().getName',
    ],
    cleans: ['path'],
  },
  // The name is reported where the file is opened; later use of the file is the same finding.
  {
    call: [
      'File',
      'Paths.get',
      'Path.{of,resolve}',
      '*.{resolve,resolveSibling}',
      'FileInputStream',
      'FileReader',
      'ZipFile',
    ],
    cleans: ['path'],
  },
  // The resource is part of the program.
  { call: ['*.getResource'], cleans: ['ssrf'] },
  {
    call: ['URL', 'URI', 'URI.create', '*.{fromHttpUrl,fromUriString}'],
    cleans: ['ssrf'],
    when: ({ args: [url] }) => hasFixedHost(url),
  },
  {
    call: ['*.{replace,replaceAll,replaceFirst}'],
    cleans: ['log', 'header'],
    when: ({ args: [what] }) => typeof what?.constant === 'string' && replacesBreaks.test(what.constant),
  },
  {
    // Only safe characters remain: `replaceAll("[^a-z0-9]", "")`.
    call: ['*.replaceAll'],
    cleans: 'all',
    when: ({ args: [what, by] }) =>
      /^\[\^(?:[\w-]|\\[wd]){1,100}\]\+?$/.test(prefixOf(what ?? { taints: [] }) ?? '') &&
      /^[\w-]?$/.test(String(by?.constant ?? 'x')),
  },
];
