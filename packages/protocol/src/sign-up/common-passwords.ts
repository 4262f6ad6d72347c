/**
 * The passwords that attackers try first: those of public breaches, with Spanish and Portuguese ones and shorter
 * words that are rarer in the breaches.
 *
 * The rules in `password-rules.ts` cover the patterns that a longer list would spell out: listed words with digits
 * or symbols around them, look-alike characters, keyboard rows, repeats.
 */
import { breachedPasswords } from './common-password-list.ts';

const listed = `
  123456 password 12345678 qwerty 123456789 12345 1234567 111111 123123 abc123 1234567890
  password1 iloveyou 000000 qwerty123 1q2w3e4r admin qwertyuiop 654321 555555 lovely 7777777
  welcome 888888 princess dragon 123qwe sunshine 666666 football monkey charlie aa123456 donald
  987654321 letmein 1qaz2wsx superman trustno1 master hello freedom whatever qazwsx shadow michael
  mustang jennifer jordan harley ranger hunter buster soccer hockey killer george andrew joshua
  pepper daniel access robert jessica computer michelle corvette ginger thomas maggie baseball
  tigger matthew summer ashley nicole chelsea biteme thunder yankees amanda orange banana chicken
  cheese cookie flower secret silver golden purple yellow samsung google facebook internet
  starwars pokemon naruto batman spiderman blink182 liverpool arsenal barcelona realmadrid
  juventus madrid 121212 112233 123321 159753 147258369 147258 789456123 789456 456789 321654
  101010 202020 131313 222222 333333 444444 999999 696969 11111111 00000000 88888888 12341234
  123454321 102030 010203 1234qwer qwer1234 asdf1234 asdfgh asdfghjkl zxcvbnm zxcvbn zaq12wsx
  zaq1zaq1 1q2w3e 1q2w3e4r5t q1w2e3r4 q1w2e3r4t5 qwe123 qweasd qweasdzxc qwertyu qwerty1 qwerty12
  qwertz azerty azertyuiop a123456 a12345678 a123456789 aaaaaa aaa111 abcd1234 abcdef abcdefg
  abcdefgh abc12345 abc123456 abcabc 123abc 123456a 1234567a 123456q 123456abc 12345qwert 12345a
  12345q 123654 147896325 142536 741852963 741852 852456 963852741 951753 753951 963258 258456
  369258147 159357 1qazxsw2 1qaz1qaz passw0rd p@ssw0rd p@ssword pa55word password! password12
  password123 password1234 passwort passpass pass1234 pass123 passer admin123 admin1234
  administrator root toor rootroot guest guest123 default changeme changeit test test123 test1234
  testtest tester temp temp123 user user123 username login login123 welcome1 welcome123 letmein1
  letmein123 iloveyou1 iloveyou2 loveyou iloveme love love123 lovelove lover loveme mylove mybaby
  babygirl babyboy baby angel angel1 angels angelica princess1 prince queen king kingdom sunshine1
  rainbow butterfly chocolate strawberry cherry vanilla sweety sweetheart honey sugar candy peanut
  pumpkin cupcake muffin bubbles dragon1 monkey1 shadow1 master1 superman1 batman1 killer1 hunter1
  hunter2 football1 baseball1 basketball basketball1 volleyball tennis golf golfer hockey1 soccer1
  soccer10 futbol futbol1 futbol10 messi messi10 ronaldo ronaldo7 cristiano neymar neymar10 pele
  maradona michael1 jordan23 jordan1 daniel1 david david1 david123 alexander alex alex123
  alexandra alejandro alejandra andrea andrea1 andres antonio anthony anthony1 arturo beatriz
  benjamin brandon brandon1 brian camila camilo carlos carlos1 carlos123 carmen carolina catalina
  christian christina claudia cristian cristina daniela daniela1 diana diego diego1 diego123
  eduardo elizabeth emanuel esteban estrella fabian felipe felipe1 fernanda fernando fernando1
  francisco gabriel gabriel1 gabriela guilherme gustavo hannah hernandez isabel isabella jasmine
  jason javier javier1 jeremy jesus jesus1 jesuscristo jonathan jorge jose jose123 joseph juan
  juan123 juancarlos juliana julian justin karen karina kevin kevin1 laura laura1 leonardo lorena
  lucas luis luis123 luisa manuel manuela marcela marcelo marcos margarita maria maria1 maria123
  mariana mariana1 mariposa martin martina mateo mauricio melissa miguel miguel1 miguel123
  miguelangel monica monica1 natalia natalia1 nathalia nicolas nicolas1 oliver oscar pablo pamela
  paola patricia patrick paula paulina pedro pedro123 rafael ramirez raquel rebecca ricardo
  ricardo1 richard roberto rodrigo rodrigo1 rodriguez rosita samantha samuel sandra santiago
  santiago1 sara sarah sebastian sebastian1 sergio silvia sofia sofia123 stephanie steven susana
  teresa valentina valentina1 valeria vanessa veronica victor victoria victoria1 vinicius viviana
  william ximena yolanda colombia colombia1 colombia123 bogota bogota1 medellin cali barranquilla
  cartagena nacional millonarios america junior brasil brasil1 brazil saopaulo riodejaneiro
  flamengo flamengo1 corinthians palmeiras santos gremio vasco vascodagama cruzeiro botafogo
  fluminense saopaulofc internacional atletico argentina argentina1 boca bocajuniors river
  riverplate mexico mexico1 chivas chivas1 peru chile venezuela ecuador panama espana portugal
  benfica sporting tequiero tequiero1 teamo teamo1 teamo123 teamomucho teamojesus amor amor123
  amoreterno amorcito amormio miamor mi_amor bebe bebita bebito bonita hermosa princesa princesa1
  reina corazon corazon1 cariño carino vida mivida familia familia1 mifamilia casa perro gato
  gatito conejo estrellita luna lunita solecito cielo cielito angelito dios diosesamor diosteama
  dioses jesucristo jehova virgen guadalupe contraseña contrasena clave clave123 claveclave
  secreto secreta entrar usuario hola hola123 holahola holamundo buenosdias alegria felicidad
  esperanza libertad computador computadora internet1 celular senha senha123 senha1 minhasenha
  mudar mudar123 trocar123 brasil123 eutesoteamo teamobebe euteamo amorzinho amovoce voce deus
  deuseamor deusefiel jesuseamor jesusteama gratidao felicidade esperanca familia123 vitoria
  vitoria1 saudade princesinha gatinha gatinho cachorro flor florzinha meuamor meubem meufilho
  minhavida minhafilha qwerty1234 qwerty12345 qwerty123456 asd123 asdasd asdasdasd asdf asdfasdf
  asdfg asdf123 zxc123 zxcvbnm1 zxcv1234 poiuytrewq lkjhgfdsa mnbvcxz 0987654321 987654 9876543210
  87654321 7654321 54321 4321 11223344 1122334455 12131415 123123123 123321123 123456123 12345612
  1234512345 12344321 1234554321 123698745 123789 135790 13579 246810 2468 24681012 999999999
  99999999 777777 77777777 66666666 55555555 44444444 33333333 22222222 111222 111222333 112211
  1111 11111 1111111 111111111 1111111111 0000 00000 0000000 000000000 0000000000 007007 00700
  2000 2001 2002 2020 2021 2022 2023 2024 2025 2026 19851985 19861986 19871987 19881988 19891989
  19901990 19911991 19921992 19931993 19941994 19951995 19961996 19971997 19981998 19991999
  20002000 ninja ninja1 samurai matrix hacker hacker1 phoenix phoenix1 eagle eagles eagle1 falcon
  falcons tiger tiger1 tigers lion lions panther panthers wolf wolves bear bears cowboys cowboy
  steelers packers raiders lakers lakers24 yankees1 redsox dodgers giants broncos bulldog bulldogs
  dolphin dolphins patriots warriors spurs arsenal1 chelsea1 liverpool1 manutd manchester united
  unitedfc juventus1 milan inter acmilan ferrari ferrari1 porsche mercedes bmw audi toyota honda
  yamaha suzuki kawasaki ducati harley1 camaro mustang1 corvette1 chevy dodge ford jeep metallica
  nirvana slipknot eminem eminem1 beatles linkinpark greenday blink metal rockstar rocknroll
  guitar guitar1 music music1 drums piano dance dancer disney mickey mickeymouse minnie tweety
  snoopy scooby scoobydoo garfield pikachu sonic mario luigi zelda nintendo playstation xbox
  xbox360 minecraft fortnite roblox counter warcraft starcraft diablo league leagueoflegends dota
  dota2 steam gamer gamer123 callofduty halo starwars1 startrek lordoftherings gandalf frodo
  merlin harrypotter hermione hogwarts voldemort matrix1 terminator rambo rocky bond007 jamesbond
  spiderman1 superstar wolverine avengers captain thor ironman hulk bitcoin1 bitcoin123 ethereum1
  crypto123 cryptocurrency blockchain satoshi satoshinakamoto hodl tothemoon binance123 coinbase
  dogecoin litecoin trader trading money money1 dinero dinheiro dollar million millionaire rico
  ricos banco bank business office company january february march april may june july august
  september october november december monday tuesday wednesday thursday friday saturday sunday
  spring winter winter1 autumn summer1 summer123 enero febrero marzo abril mayo junio julio agosto
  septiembre octubre noviembre diciembre lunes martes miercoles jueves viernes sabado domingo
  verano invierno primavera janeiro fevereiro marco maio junho julho setembro outubro novembro
  dezembro apple apple1 orange1 banana1 lemon grape mango coconut pineapple watermelon cookie1
  cookies pizza pizza123 burger chicken1 coffee coffee1 beer vodka tequila whiskey cheese1 butter
  bread blue blue123 red green black white pink pinky yellow1 purple1 silver1 gold diamond
  diamonds crystal emerald ruby pearl mother father mom dad mommy daddy brother sister family
  family1 friends friend forever forever1 always together bestfriend bestfriends boyfriend
  girlfriend hello1 hello123 helloworld hello12 goodbye bonjour ciao salut merci hallo namaste
  trustno1! letmein! qwerty! admin! secret1 secret123 private private1 security security1 system
  system32 server network windows windows7 windows10 linux ubuntu oracle mysql postgres postgresql
  apache cisco cisco123 juniper dell lenovo toshiba sony samsung1 samsung123 nokia nokia123 iphone
  iphone6 android huawei xiaomi motorola zzzzzz zxczxc xxxxxx xxxxxxxx wwwwww qqqqqq qqqqqqqq
  qqq111 ssssss aaaaaaa aaaaaaaa aaaaaaaaaa ababab abab1234 asdqwe asdqwe123 qwaszx qwaszx12 wasd
  wasdwasd fuckyou fuckyou1 fuckme fuckoff asshole bitch bitch1 pussy pussy69 sexy sexy123
  sexygirl sexyboy bigdick porn 69696969 420420 blazeit bailey bailey1 buddy buddy1 charlie1 molly
  molly1 daisy daisy1 lucky lucky1 lucky7 lucky13 max maxwell rocky1 jack jackson jackie jake
  jasper jessie joker joker1 junior1 kitty kitten hellokitty lady lassie maddie madison maggie1
  marley megan misty morgan murphy nathan nelson oreo pepper1 peaches pookie precious prince1
  rascal rusty sadie sammy sammy1 sassy scooter simba simon smokey snickers snowball sophie sparky
  spike spongebob stella taylor teddy tinkerbell toby toffee tucker turtle venus winnie winston
  woody yoda zeus ziggy zoe
`;

/** Folded to lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(
  [listed, breachedPasswords].flatMap((list) => list.trim().split(/\s+/)),
);

/** Listed passwords that are plain words: weak even with a few digits or symbols around them. */
export const commonWords: ReadonlySet<string> = new Set(
  [...commonPasswords].filter((entry) => entry.length >= 4 && /^\p{L}+$/u.test(entry)),
);
