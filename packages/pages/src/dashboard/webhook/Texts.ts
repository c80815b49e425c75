/** The texts of the pages about webhooks, in every language. */
import { inEach } from "../../language/Text.ts"
import { texts as ar } from "./texts/ar.ts"
import { texts as de } from "./texts/de.ts"
import { texts as en } from "./texts/en.ts"
import { texts as es } from "./texts/es.ts"
import { texts as fr } from "./texts/fr.ts"
import { texts as ja } from "./texts/ja.ts"
import { texts as ptBr } from "./texts/pt-BR.ts"

export const texts = inEach(en, { de, fr, es, "pt-BR": ptBr, ja, ar })
