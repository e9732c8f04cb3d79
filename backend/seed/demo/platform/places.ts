/** A town as parcels are written: state, town, postcode. */
type Town = readonly [state: string, city: string, postcode: string];

interface Country {
  country: string;
  dial: string;
  towns: readonly Town[];
  streets: readonly string[];
}

export const US: Country = {
  ...{ country: "US", dial: "+1 206 555" },
  towns: [
    ["CA", "Los Angeles", "90012"],
    ["WA", "Seattle", "98101"],
    ["OR", "Portland", "97204"],
    ["AZ", "Phoenix", "85004"],
    ["TX", "Austin", "78701"],
    ["NY", "Albany", "12207"],
    ["IL", "Peoria", "61602"],
    ["FL", "Tampa", "33602"],
  ],
  streets: ["Maple Ave", "Larkspur Ct", "Juniper Rd", "Harbor St", "Meadow Ln"],
};

const like = (country: string, dial: string, streets: readonly string[], ...towns: Town[]) => ({
  ...{ country, dial, streets, towns },
});

/** Where buyers of a site live, by its code. */
export const places: Readonly<Record<string, Country>> = {
  US,
  CA: like(
    "CA",
    "+1 604 555",
    US.streets,
    ["BC", "Vancouver", "V6B 1A1"],
    ["ON", "Ottawa", "K1P 1J1"],
  ),
  MX: like("MX", "+52 55 5550", ["Calle Jacaranda", "Av. Encino"], ["CMX", "Coyoacán", "04000"]),
  UK: like(
    "GB",
    "+44 20 7946",
    ["Rowan Close", "Linden Road"],
    ["ENG", "York", "YO1 7HH"],
    ["SCT", "Perth", "PH1 5TJ"],
  ),
  DE: like(
    "DE",
    "+49 30 555",
    ["Ahornweg", "Lindenstraße"],
    ["BY", "Augsburg", "86150"],
    ["HE", "Kassel", "34117"],
  ),
  FR: like("FR", "+33 1 5550", ["Rue des Tilleuls", "Allée du Lac"], ["ARA", "Annecy", "74000"]),
  IT: like("IT", "+39 06 555", ["Via dei Pini", "Via Lago"], ["TN", "Trento", "38122"]),
  ES: like("ES", "+34 91 555", ["Calle Olmo", "Calle Fresno"], ["AR", "Zaragoza", "50001"]),
  NL: like("NL", "+31 20 555", ["Beukenlaan", "Lindehof"], ["GE", "Arnhem", "6811 AB"]),
  JP: like("JP", "+81 3 5550", ["桜町2-3-4", "緑が丘1-8"], ["長野県", "松本市", "390-0811"]),
  AU: like("AU", "+61 2 5550", ["Wattle St", "Banksia Rd"], ["TAS", "Hobart", "7000"]),
  AE: like("AE", "+971 4 555", ["Palm Walk", "Oryx Street"], ["DU", "Dubai", "00000"]),
};

export const FIRST = ["Avery", "Blair", "Casey", "Devon", "Emery", "Harper", "Jordan", "Quinn"];
export const LAST = ["Ashdown", "Brightwell", "Carrow", "Dunmere", "Fernley", "Hollis", "Winslade"];
