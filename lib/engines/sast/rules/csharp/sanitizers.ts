import type { Sanitizer } from '@scangate/engines/sast/rule';
import { hasFixedHost, isNamed } from './conditions.ts';

/** Lookups return stored data, not their argument. */
const lookup =
  /\.(?:Find|First|Single|Last|Any|All|Count|Exists|Is|Has|Can|Should|Verify|Validate|Check|Compare|Load|TryParse)(?:[A-Z]\w*)?$/;

/** Classes that store or fetch data, which they return. */
const elsewhere = /(?:Repository|Service|Client|Store|Manager|Mediator|Sender|Context|Db|Provider|Queries)$/;

const replacesBreaks = /\\[rn]|[\r\n]/;

export const sanitizers: readonly Sanitizer[] = [
  {
    call: [
      '{int,long,short,byte,uint,ulong,float,double,decimal,bool,Int32,Int64,Int16,Double,Decimal,Boolean,Guid,DateTime,DateTimeOffset,DateOnly,TimeSpan,Enum,IPAddress,Version}.{Parse,ParseExact,TryParse,TryParseExact}',
      'Convert.{ToInt16,ToInt32,ToInt64,ToUInt32,ToUInt64,ToDouble,ToDecimal,ToBoolean,ToDateTime,ToByte}',
      'Guid',
      '*.{Equals,StartsWith,EndsWith,Contains,ContainsKey,IndexOf,LastIndexOf,CompareTo,GetHashCode,GetType,IsNullOrEmpty,IsNullOrWhiteSpace,Any,Count,LongCount,CountAsync,AnyAsync}',
      '*.{ComputeHash,ComputeHashAsync,HashData,HashPassword,VerifyHashedPassword}',
      // The call returns what is stored, or the answer of another service.
      '*.{ToListAsync,FirstAsync,FirstOrDefaultAsync,SingleAsync,SingleOrDefaultAsync,FindAsync,ToArrayAsync,ExecuteReader,ExecuteReaderAsync,ExecuteScalar,ExecuteScalarAsync,ExecuteNonQuery,ExecuteNonQueryAsync,FromSqlRaw,FromSqlInterpolated,FromSql,SqlQueryRaw,ExecuteSqlRaw,ExecuteSqlRawAsync,ExecuteSqlInterpolated,ExecuteSqlInterpolatedAsync}',
      '*.{GetAsync,PostAsync,PutAsync,DeleteAsync,SendAsync,GetStringAsync,GetByteArrayAsync,GetFromJsonAsync,PostAsJsonAsync,GetResponse,GetResponseAsync,DownloadString}',
      '*.{SelectNodes,SelectSingleNode,XPathSelectElement,XPathSelectElements,FindOne,FindAll}',
      'File.{Exists,ReadAllText,ReadAllBytes,ReadAllLines,ReadAllTextAsync,ReadAllBytesAsync,GetLastWriteTime}',
      'Directory.{Exists,GetFiles,EnumerateFiles,GetDirectories}',
      'Process.Start',
    ],
    read: ['*.{Length,Count,HasValue,IsValid,IsAuthenticated,LongLength}'],
    cleans: 'all',
  },
  {
    call: [
      '*.{Query,QueryAsync,QueryFirst,QueryFirstAsync,QuerySingle,QuerySingleAsync,QueryFirstOrDefault,QueryFirstOrDefaultAsync,Execute,ExecuteAsync}',
    ],
    cleans: 'all',
    when: ({ receiver }) => isNamed(receiver, /conn|\bdb\b|database/i),
  },
  { call: ['*.*'], cleans: 'all', guess: true, when: ({ names }) => names.some((name) => lookup.test(name)) },
  { call: ['*.*'], cleans: 'all', guess: true, when: ({ receiver }) => elsewhere.test(receiver?.type ?? '') },
  {
    call: [
      '{HttpUtility,WebUtility,Server,HtmlEncoder,HtmlEncoder.Default,AntiXssEncoder,Encoder}.{HtmlEncode,HtmlAttributeEncode,Encode,JavaScriptStringEncode,XmlEncode}',
      '*.{HtmlEncode,HtmlAttributeEncode,JavaScriptStringEncode}',
      '*.{Sanitize,SanitizeDocument}',
      '*.{Encode,encode}',
    ],
    cleans: ['xss'],
    when: ({ names, receiver }) =>
      !names.some((name) => /\.encode$/i.test(name)) || isNamed(receiver, /Html|encoder|AntiXss/i),
  },
  {
    call: ['JsonSerializer.Serialize', 'JsonConvert.SerializeObject'],
    cleans: ['log', 'redirect', 'ssrf', 'path'],
  },
  {
    call: [
      'Uri.EscapeDataString',
      '{HttpUtility,WebUtility,Server,UrlEncoder.Default}.{UrlEncode,UrlPathEncode,Encode}',
    ],
    cleans: ['xss', 'redirect', 'ssrf', 'path', 'log', 'header'],
  },
  { call: ['Path.{GetFileName,GetFileNameWithoutExtension,GetExtension}'], cleans: ['path'] },
  { call: ['Regex.Escape'], cleans: ['regex'] },
  {
    call: [
      '{Encoder,AntiXssEncoder}.{LdapFilterEncode,LdapDistinguishedNameEncode}',
      '*.EscapeLdapSearchFilter',
    ],
    cleans: ['ldap'],
  },
  { call: ['Url.{Action,RouteUrl,Page,Content,Link}', '*.LinkGenerator.*'], cleans: ['redirect', 'ssrf'] },
  {
    call: ['Uri', 'UriBuilder'],
    cleans: ['ssrf', 'redirect'],
    when: ({ args: [address, page] }) =>
      hasFixedHost(address) || (page !== undefined && (address?.taints.length ?? 0) === 0),
  },
  {
    call: ['*.{Replace,ReplaceLineEndings}'],
    cleans: ['log', 'header'],
    when: ({ args: [what], names }) =>
      names.some((name) => name.endsWith('Endings')) ||
      (typeof what?.constant === 'string' && replacesBreaks.test(what.constant)),
  },
  {
    // Only safe characters remain.
    call: ['Regex.Replace'],
    cleans: 'all',
    when: ({ args: [, what] }) => /^\[\^(?:[\w-]|\\[wd]){1,100}\]\+?$/.test(String(what?.constant ?? '')),
  },
];
