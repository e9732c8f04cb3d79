import { knowledge } from "./article";
import { knowledgeCategory } from "./category";

/** Declarations of 知识库. */
export const knowledgeDocuments = [knowledge, knowledgeCategory] as const;
