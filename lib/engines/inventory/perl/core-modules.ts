const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Pragmas and modules that come with Perl, so that a snapshot need not list a provider for them. */
const core =
  words(`perl strict warnings utf8 vars lib base parent constant overload integer bytes bigint bignum bigrat
  feature fields filetest if less locale mro open ops re sigtrap sort subs threads version vmsish attributes autodie
  autouse blib charnames deprecate diagnostics encoding experimental overloading autobundle stable builtin
  AnyDBM_File AutoLoader AutoSplit B Benchmark CORE CPAN Carp Config Cwd DB DBM_Filter DB_File DirHandle Dumpvalue
  DynaLoader Encode English Env Errno Exporter Fcntl FileCache FileHandle FindBin GDBM_File HTTP::Tiny I18N::Collate
  I18N::LangTags I18N::Langinfo IO IPC::Cmd IPC::Msg IPC::Open2 IPC::Open3 IPC::Semaphore IPC::SharedMem IPC::SysV
  JSON::PP List::Util MIME::Base64 MIME::QuotedPrint NDBM_File NEXT Net::Cmd Net::Config Net::Domain Net::FTP
  Net::NNTP Net::Netrc Net::POP3 Net::Ping Net::SMTP Net::Time Net::hostent Net::netent Net::protoent Net::servent O
  ODBM_File Opcode POSIX Params::Check Parse::CPAN::Meta Perl::OSType PerlIO SDBM_File Safe Scalar::Util Search::Dict
  SelectSaver SelfLoader Socket Storable Sub::Util Symbol Sys::Hostname Sys::Syslog Test Test2 Text::Abbrev
  Text::Balanced Text::ParseWords Text::Tabs Text::Wrap Thread Thread::Queue Thread::Semaphore Time::HiRes
  Time::Local Time::Piece Time::Seconds UNIVERSAL Unicode::Collate Unicode::Normalize Unicode::UCD User::grent
  User::pwent Win32 XSLoader ok Test::use::ok Pod::Find Pod::Parser`);

/** Modules that no word of the list above names. */
const families =
  /^(?:App::(?:Cpan|Prove)|Archive::Tar|Attribute::Handlers|B::Deparse|Data::Dumper|Devel::(?:PPPort|Peek|SelfStubber)|Digest|Digest::(?:MD5|SHA|base|file)|Locale::Maketext|Math::Big(?:Int|Float|Rat)|Math::Complex|Math::Trig|Memoize|Module::(?:CoreList|Load|Loaded|Metadata)|PerlIO::(?:encoding|scalar|via)|Term::(?:ANSIColor|Cap|Complete|ReadLine)|Test::(?:Builder|Harness|More|Simple|Tester)|Time::(?:gmtime|localtime|tm)|encoding::warnings|overload::numbers|threads::shared|version::(?:regex|vpp)|warnings::register)$/;

/** Families whose members all come with Perl. */
const owned =
  /^(?:(?:CPAN::Meta|Compress::(?:Raw|Zlib)|Encode|ExtUtils::(?:CBuilder|Command|Constant|Embed|Install|Installed|Liblist|MM|MakeMaker|Manifest|Miniperl|Mkbootstrap|Mksymlists|PL2Bat|Packlist|ParseXS|Typemaps|testlib)|File::(?:Basename|Compare|Copy|Fetch|Find|Glob|GlobMapper|Path|Spec|Temp|stat)|Filter::(?:Simple|Util)|Getopt::(?:Long|Std)|Hash::Util|IO::(?:Compress|Dir|File|Handle|Pipe|Poll|Seekable|Select|Socket|Uncompress|Zlib)|Locale::Maketext|Math::BigInt|Module::(?:CoreList|Load)|Pod::(?:Checker|Escapes|Man|Perldoc|Simple|Text|Usage)|TAP|Test::Builder|Test2|Tie::(?:Array|File|Handle|Hash|Memoize|RefHash|Scalar|StdHandle|SubstrHash)|autodie|threads)(?:::\w{1,60}){0,5})$/;

/** Returns whether a module comes with Perl itself. */
export const isCoreModule = (module: string): boolean =>
  core.has(module) || families.test(module) || owned.test(module);
